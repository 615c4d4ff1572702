import { plural } from '#messages/format.ts'

export const title = 'Guest passes'
export const passOf = ({ name }: { name: string }): string => `Guest pass: ${name}`
export const admitted = ({ name }: { name: string }): string => `Guest admitted: ${name}`
export const validToday = ({ venue }: { venue: string }): string => `Valid today at ${venue}.`
export const status = {
  valid: 'Valid today',
  available: 'Not sent',
  issued: 'Sent',
  used: 'Used',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
} as const
export const betweenDays = ({ from, until }: { from: string; until: string }): string => `${from} to ${until}`
export const guestOf = ({ name }: { name: string }): string => `Guest of ${name}`
export const admit = 'Admit guest'
export const admitName = ({ name }: { name: string }): string => `Admit guest: ${name}`
export const undo = 'Undo'
export const undoName = ({ name }: { name: string }): string => `Undo: ${name}`
export const pastPasses = ({ count }: { count: number }): string =>
  plural(count, { one: '1 past guest pass', other: `${count} past guest passes` })
