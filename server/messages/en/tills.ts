export const noTill = 'No till'
export const tillNotFound = "We couldn't find that till."
export const othersTakings = 'You can only see your own takings.'

// Opening and closing a till
export const tillOpen = 'This till is open already.'
export const tillClosed = "This till isn't open."
export const otherPerson = ({ name }: { name: string }) =>
  `${name} has opened this till. They or a duty manager close it.`
export const overVariance = ({ difference }: { difference: string }) =>
  `The count is ${difference} out. A second person confirms it.`
export const reasonNeeded = ({ difference }: { difference: string }) =>
  `The count is ${difference} out. Say why.`
export const receiptNeeded = 'Enter the number of the receipt.'
