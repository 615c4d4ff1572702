export const logOut = 'Log out'
export const myAccount = 'My account'
/** Follows the first name, for screen readers. */
export const accountOf = ({ name }: { name: string }) => `${name}, account`
export const loggedOut = "You've been logged out"
export const inputSaved = "We've kept what you typed. Log in to continue, here or in another tab."
