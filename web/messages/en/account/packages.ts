import { list } from '#messages/format.ts'

export const title = 'Packages'
export const none = 'No packages yet'
export const noneHelp = 'Packages are prepaid visits. Buy one at reception.'
export const book = 'Book an activity'

export const status = { active: 'Active', used: 'Used up', expired: 'Expired' } as const
/** `left` is set in bold. */
export const visitsLeft = ({ total }: { total: number }): string => `{left} of ${total} visits left`
export const boughtAndValid = ({ bought, until }: { bought: string; until: string }): string =>
  `Bought on ${bought}. Valid until ${until}.`
export const boughtAndExpired = ({ bought, until }: { bought: string; until: string }): string =>
  `Bought on ${bought}. Was valid until ${until}.`
export const validFor = ({ activities }: { activities: Iterable<string> }): string =>
  `Valid for ${list(activities)}.`
export const history = 'History'
export const usedOn = ({ date, name }: { date: string; name: string }): string => `${date}: ${name}`
