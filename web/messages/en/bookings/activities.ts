// A venue's activities
export const choose = 'Choose an activity'
export const chooseTitle = ({ venue }: { venue: string }): string => `Choose an activity – ${venue}`
export const changeVenue = 'Change venue'
export const venueClosed = ({ venue }: { venue: string }): string => `${venue} is temporarily closed.`
export const nothingYet = "You can't book anything here yet."
export const otherVenues = 'See other venues'
export const classes = 'Classes'
export const courts = 'Courts and halls'
export const tickets = 'Tickets'

// An activity's parts
export const whatToBook = ({ venue }: { venue: string }): string => `What would you like to book at ${venue}?`
export const noDays = ({ activity }: { activity: string }): string => `You can't book ${activity} yet.`
export const otherActivities = 'See other activities'
export const pageTitle = ({ activity, venue }: { activity: string; venue: string }): string =>
  `${activity} – ${venue}`
