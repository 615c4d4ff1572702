export const closureNotFound = "We couldn't find that closure."
export const endsBeforeStart = 'Choose an end after the start.'
export const isOver = 'This time is over. Choose an end in the future.'
export const tooFarAhead = 'Choose a start within 400 days.'
