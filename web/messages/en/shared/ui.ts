// The parts every site is made of. The three error texts are the specification's (B11).
export const breadcrumb = 'Breadcrumb'
export const optional = ' (optional)'
export const opensInNewTab = '(opens in a new tab)'
export const closeMessage = 'Close message'
export const unauthorised = 'Unauthorised.'
export const itemNotFound = 'Unable to complete request, item not found.'
export const tryAgain = 'Try again'
export const somethingWentWrong = 'Something has gone wrong, please try again.'

export const noPhone = 'No phone number'
