/** What stands on a page that takes the place of one that failed. Those of the specification are to the letter. */

export const notFoundHeading = "Whoops! Looks like you've gone offside."
export const notFoundText = "The page you're looking for doesn't exist. Return home to keep the ball rolling."
export const goHome = 'Go home'
export const failedHeading = 'We may have dropped the ball on this one.'
export const maintenanceHeading = 'Service disruption – Unable to access the site due to planned maintenance.'
export const chunkFailedText =
  "Part of this page couldn't load. Your connection may be slow, or the site was updated while you were using it."
export const tryAgain = 'Try again'
export const otherVenues = 'See other venues'
