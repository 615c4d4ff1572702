// The page of an activity with parts
export const whatToBook = ({ venue }: { venue: string }): string => `What would you like to book at ${venue}?`
export const noDays = ({ activity }: { activity: string }): string => `You can't book ${activity} yet.`
export const otherActivities = 'See other activities'
export const pageTitle = ({ activity, venue }: { activity: string; venue: string }): string =>
  `${activity} – ${venue}`
