export const frontDesk = 'Front desk'
export const sellActivity = 'Sell an activity'
export const noVenues = 'No venues yet'
export const loginPage = 'Log in – Front desk'
export const loginLead = ({ minutes }: { minutes: number }): string =>
  `For staff. We log you out after ${minutes} minutes without activity.`
export const staffOnly = 'This page is for staff'
export const loggedInAsCustomer = ({ name }: { name: string }): string =>
  `You're logged in as ${name}, a customer. Log out, then log in with your staff account.`

// The main navigation
export const mainNav = 'Main'
export const today = 'Today'
export const sell = 'Sell'
export const customers = 'Customers'
export const documents = 'Documents'
export const takings = 'Takings'
export const timetable = 'Timetable'
export const prices = 'Prices'
export const hirers = 'Hirers'
export const manyMessages = 'Messages'
export const reports = 'Reports'
export const partners = 'Partners'
export const settings = 'Settings'
export const requests = 'Requests'
export const requestsToAnswer = ({ count }: { count: number }): string => `Requests ${count} to answer`
