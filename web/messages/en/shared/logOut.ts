export const logOut = 'Log out'
export const myAccount = 'My account'
/** Follows the first name, for screen readers. */
export const accountOf = ', account'
