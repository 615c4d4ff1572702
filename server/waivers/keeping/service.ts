export { deleteWaivers as forgetWaivers, giveAttendees as adoptAttendees } from './queries.ts'
