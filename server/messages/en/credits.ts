/** The text of the specification. */
export const notApplicable = 'Credit amount could not be applied.'
// Entries of the credit account
export const reserved = 'Reserved for a basket'
export const released = 'Returned from a basket'
export const expired = 'Expired'
export const accountClosed = 'Account closed'
