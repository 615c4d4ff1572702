import { plural } from '#messages/format.ts'

export const title = 'Staff log-ins'
export const page = 'Staff log-ins – Front desk'
export const lead = 'Reset two-step verification for a colleague who has lost their phone.'
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
