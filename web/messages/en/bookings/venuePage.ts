// A venue's page
export const choose = 'Choose an activity'
export const chooseTitle = ({ venue }: { venue: string }): string => `Choose an activity – ${venue}`
export const changeVenue = 'Change venue'
export const venueClosed = ({ venue }: { venue: string }): string => `${venue} is temporarily closed.`
export const nothingYet = "You can't book anything here yet."
export const otherVenues = 'See other venues'
