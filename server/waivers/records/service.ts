export { deleteWaivers as forgetWaivers, assignAttendees as adoptAttendees } from './queries.ts'
