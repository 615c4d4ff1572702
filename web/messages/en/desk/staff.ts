import { plural } from '#messages/format.ts'

export const title = 'Staff'
export const page = 'Staff – Front desk'
export const menu = 'Staff and security log'
export const lead =
  'Add colleagues, change names and rights, or reset two-step verification when a phone is lost.'
export const you = 'You'
export const on = ({ date }: { date: string }): string => `Two-step verification on since ${date}`
export const off = 'Two-step verification off'
export const passkeys = ({ count }: { count: number }): string =>
  plural(count, { one: ` · ${count} passkey`, other: ` · ${count} passkeys` })
export const reset = 'Reset'
export const resetFor = ({ name }: { name: string }): string => `Reset two-step verification for ${name}`
export const resetQuestion = ({ name }: { name: string }): string =>
  `Reset two-step verification for ${name}?`
export const resetHelp =
  "They're logged out everywhere, their passkeys are removed, and they can log in with their password alone. Make sure it's really them who asks."
export const confirm = 'Reset'
export const cancel = 'Cancel'
export const wasReset = ({ name }: { name: string }): string =>
  `Two-step verification for ${name} has been reset.`
export const noLogin = 'No log-in lately'
export const lastLogin = ({ at }: { at: string }): string => `Last log-in: ${at}`
export const edit = 'Edit'
export const editFor = ({ name }: { name: string }): string => `Edit ${name}`
export const editTitle = ({ name }: { name: string }): string => `Edit ${name}`
export const firstName = 'First name'
export const lastName = 'Last name'
export const logsMenu = 'Security and audit log'
export const rolesTitle = 'Roles'
export const role = 'Role'
export const where = 'Where'
export const everyVenue = 'Every venue'
export const whichInstructor = 'In the timetable'
export const chooseInstructor = 'Choose'
export const addRole = 'Add a role'
export const removeRole = ({ role: name }: { role: string }): string => `Remove role ${name}`
export const removeRoleShort = 'Remove role'
export const heldRole = ({ role: name, venue }: { role: string; venue: string | null }): string =>
  venue === null ? name : `${name}, ${venue}`
export const lastDay = 'Last day'
export const lastDayHelp =
  'At the end of this day they are logged out and can no longer work here. Leave it empty if they stay.'
export const leaves = ({ date }: { date: string }): string => `Leaves after ${date}`
export const secondFactorHelp =
  'Roles above Desk need two-step verification. They set it up when they next log in.'
export const changeRoles = 'Roles and last day'
export const changeRolesFor = ({ name }: { name: string }): string => `Roles and last day of ${name}`
export const rolesSaved = ({ name }: { name: string }): string => `Roles of ${name} have been saved.`
export const save = 'Save changes'
export const saved = ({ name }: { name: string }): string => `${name} has been saved.`
export const add = 'Add a member of staff'
export const addHelp =
  'We write to them with a link to choose a password. If they are a customer with this address, they keep their account and password.'
export const email = 'E-mail'
export const confirmAdd = 'Add and write to them'
export const added = "They're staff now. We've written to them."
export const remove = 'End now'
export const removeQuestion = ({ name }: { name: string }): string => `End the rights of ${name} now?`
export const removeHelp =
  "They're logged out everywhere and can't work at the desk any more. Their account stays as a customer account. To make them staff again, add them with their e-mail address."
export const confirmRemove = 'End now'
export const wasRemoved = ({ name }: { name: string }): string => `${name} is no longer staff.`
