export const noTill = 'No till'
export const tillNotFound = "We couldn't find that till."
export const supervisorTakings = "Only a supervisor can see other people's takings."

// Opening and closing a till
export const tillOpen = 'This till is open already.'
export const tillClosed = "This till isn't open."
export const otherPerson = ({ name }: { name: string }) =>
  `${name} has opened this till. They or a supervisor close it.`
export const overVariance = ({ difference }: { difference: string }) =>
  `The count is ${difference} out. A supervisor confirms it.`
export const reasonNeeded = ({ difference }: { difference: string }) =>
  `The count is ${difference} out. Say why.`
export const receiptNeeded = 'Enter the number of the receipt.'
