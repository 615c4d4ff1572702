export { deleteWaivers as forgetWaivers, assignAttendees as adoptAttendees } from './queries.ts'
export { listAgreements } from './queries.ts'
