import { plural, shortDay } from '#messages/format.ts'

export const heading = 'People holding many places'
export const page = ({ venue }: { venue: string }): string => `Held places at ${venue} – Front desk`
export const lead = ({ venue }: { venue: string }): string =>
  `${venue}. Places in baskets that nobody has paid for yet.`
export const back = 'Back to today'
export const noHolders = 'Nobody is holding many places'
export const whatAppears =
  'Customers and visitors with four or more items, or eight or more places, appear here. Holds end by themselves after some minutes.'
export const customer = ({ name, reference }: { name: string; reference: string }): string =>
  `${name} (${reference})`
export const oneVisitor = 'One visitor'
export const network = ({ baskets }: { baskets: number }): string =>
  plural(baskets, {
    one: '1 basket from one network',
    other: `${baskets} baskets from one network`,
  })
export const places = ({ count }: { count: number }): string =>
  plural(count, { one: '1 place', other: `${count} places` })
export const holdTimes = ({ since, until }: { since: string; until: string }): string =>
  `Since ${since}, until ${until} at most`
export const beingPaid = ({ count }: { count: number }): string =>
  plural(count, {
    one: '1 place is being paid for and stays held.',
    other: `${count} places are being paid for and stay held.`,
  })
export const sessionAt = ({
  day,
  time,
  name,
  location,
}: {
  day: string
  time: string
  name: string
  location: string
}): string => `${shortDay(day)}, ${time}: ${name}, ${location}`
export const showSessions = ({ count }: { count: number }): string =>
  plural(count, { one: 'Show the session', other: `Show all ${count} sessions` })
export const free = 'Free these places'
export const freeFor = ({ holder, count }: { holder: string; count: number }): string =>
  `Free ${places({ count })}: ${holder}`
export const question = ({ count }: { count: number }): string => `Free ${places({ count })}?`
export const consequence =
  'The places can be booked again at once. The baskets keep their items and say that the time has run out.'
export const reason = 'Reason'
export const confirm = 'Free places'
export const freed = ({ count }: { count: number }): string =>
  count === 0
    ? 'These places were free already.'
    : plural(count, { one: '1 place is free again.', other: `${count} places are free again.` })
