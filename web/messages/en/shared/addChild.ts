/** Adding a child to the household. */

export const addChild = 'Add a child'
export const addThisChild = 'Add child'
export const childFirstName = 'First name'
export const childLastName = 'Last name'
export const childDateOfBirth = 'Date of birth'
export const childDateOfBirthHint = 'Like 31 March 1990 or 31/3/1990.'
export const childNotAdded = 'There is a problem'
export const cancel = 'Cancel'
