import { plural } from '#messages/format.ts'

export const title = 'Staff'
export const page = 'Staff – Front desk'
export const menu = 'Staff and security log'
export const lead =
  'Add colleagues, change names and rights, or reset two-step verification when a phone is lost.'
export const you = 'You'
export const levels = { desk: 'Desk', supervisor: 'Supervisor' } as const
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
export const supervisorsOnly = 'Only supervisors can open this page.'
export const noLogin = 'No log-in lately'
export const lastLogin = ({ at }: { at: string }): string => `Last log-in: ${at}`
export const edit = 'Edit'
export const editFor = ({ name }: { name: string }): string => `Edit ${name}`
export const editTitle = ({ name }: { name: string }): string => `Edit ${name}`
export const firstName = 'First name'
export const lastName = 'Last name'
export const rights = 'Rights'
export const rightsHelp =
  'Desk: sells, checks in, cancels within the rules. Supervisor: all of that, exceptions to the rules, and this page.'
export const save = 'Save changes'
export const saved = ({ name }: { name: string }): string => `${name} has been saved.`
export const add = 'Add a member of staff'
export const addHelp =
  'We write to them with a link to choose a password. If they are a customer with this address, they keep their account and password.'
export const email = 'E-mail'
export const confirmAdd = 'Add and write to them'
export const added = "They're staff now. We've written to them."
export const remove = 'Remove from staff'
export const removeQuestion = ({ name }: { name: string }): string => `Remove ${name} from staff?`
export const removeHelp =
  "They're logged out everywhere and can't work at the desk any more. Their account stays as a customer account. To make them staff again, add them with their e-mail address."
export const confirmRemove = 'Remove'
export const wasRemoved = ({ name }: { name: string }): string => `${name} is no longer staff.`
