/** The text of the specification. */
export const notApplicable = 'Credit amount could not be applied.'
// Entries of the credit account
export const reserved = 'Reserved for a basket'
export const released = 'Returned from a basket'
export const expired = 'Expired'
export const frozen = 'On hold while your bank looks into the card payment it came from'
export const unfrozen = 'No longer on hold'
export const writtenOff = 'Your bank has paid it back to your card'
export const accountClosed = 'Account closed'
