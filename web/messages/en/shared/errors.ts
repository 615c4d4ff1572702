/** Pages and notices for what goes wrong on any site. Those of the specification's error catalogue are to the letter. */

// Flash notices after a redirect
export const chooseVenue = 'Please select a venue before booking an activity'
export const venueGone = 'The venue you chose last is no longer here. Choose another one.'
export const venueClosed = 'The venue you chose last is closed for maintenance. Choose another one.'
export const unknownCentre = "There's no venue at this kiosk's address. Choose another one."
export const activityNotFound = "We couldn't find the activity you are looking for"
export const nearestDate = "You can't book that day. Here's the nearest day you can book."
export const signedOut = "You've been logged out. Log in again to continue."

// Toasts and the list of them in the page
export const messages = 'Messages'
export const validationErrors = 'Validation errors'

// Titles of error pages; their texts are in errorPages.ts
export const notFoundTitle = 'Page not found'
export const failedTitle = 'Something has gone wrong'
export const maintenanceTitle = 'Service disruption'
export const chunkFailedHeading = 'Loading chunk failed'
/** In place of a part of the page, with a button to reload. */
export const scriptPartFailed = "Part of this page couldn't load"
export const reload = 'Reload'
export const scriptFailed = "Part of this page couldn't load, so its buttons don't work."
export const reloadPage = 'Reload the page'
