import type { RoleId } from '#contract/permissions.ts'

// A page that somebody may not open
export const page = 'No access – Front desk'
export const heading = "You can't open this page"
export const text = "Your roles don't include it"
export const whoCanHelp = 'Someone who manages staff can change your roles.'
export const goOn = 'Go to your pages'

// Roles
export const roles: Readonly<Record<RoleId, string>> = {
  instructor: 'Instructor',
  desk: 'Desk',
  duty_manager: 'Duty manager',
  programme: 'Programme',
  finance: 'Finance',
  administrator: 'Administrator',
}
export const roleHelp: Readonly<Record<RoleId, string>> = {
  instructor: 'Sees who has booked their own sessions, and marks who came.',
  desk: 'Sells, checks in, serves customers and refunds within the terms.',
  duty_manager:
    'All of Desk, and calls off and covers sessions, closes places, drafts changes of the catalogue, takes back sales, and refunds up to £50 a day beyond the terms.',
  programme:
    'Drafts and publishes the timetable, changes texts of venues and activities, and reads reports on activity.',
  finance: 'Sets prices, refunds any amount, and reads money reports and the audit log.',
  administrator: 'Everything, with staff, settings and partners.',
}
