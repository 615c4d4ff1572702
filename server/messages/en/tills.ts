export const noTill = 'No till'
export const tillNotFound = "We couldn't find that till."
export const venueNotFound = "We couldn't find that venue."
export const supervisorTakings = "Only a supervisor can see other people's takings."
