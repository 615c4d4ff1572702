/** What stands on screen when the server cannot be reached. */
export const offline = "You're offline. Check your connection and try again."
export const offlineStrip = "You're offline. What you see may be out of date."
export const timedOut = 'This is taking too long. Check your connection and try again.'
