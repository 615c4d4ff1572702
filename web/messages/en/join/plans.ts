import { ordinal, plural } from '#messages/format.ts'

export const buyMembership = 'Buy a membership'

// Choosing a venue
export const becomeMember = 'Become a member'
export const venuesLead = 'Choose a venue. See prices first, then sign up.'
export const notSoldOnline = "You can't buy memberships online at the moment"
export const askAtReception = 'Ask at reception.'
export const chooseVenue = 'Choose a venue'

// The plans of a venue
export const plansPage = ({ venue }: { venue: string }): string => `Memberships – ${venue}`
export const membershipsAt = ({ venue }: { venue: string }): string => `Memberships at ${venue}`
export const changeVenue = 'Change venue'
export const noneOnline = ({ venue }: { venue: string }): string => `${venue} doesn't sell memberships online`
export const askOrChooseOther = 'Ask at reception or choose another venue.'
export const otherVenues = 'See other venues'
export const plansLead = 'Prices include all fees and assume you start today.'
export const whoItIsFor = "Who it's for"
export const benefitsOf = ({ plan }: { plan: string }): string => `Benefits of ${plan}`
export const choosePlan = ({ plan }: { plan: string }): string => `Choose ${plan}`

// Who may have it
export const agesBetween = ({ from, until }: { from: number; until: number }): string =>
  `Ages ${from} to ${until}`
export const ageFrom = ({ from }: { from: number }): string => `Age ${from} and over`
export const ageUntil = ({ until }: { until: number }): string => `Age ${until} and under`
export const forPeople = ({ most }: { most: number }): string => `Up to ${most} people`
export const documentNeeded = ({ document }: { document: string }): string => `${document} needed`

// What it costs. `amount` is set larger than the period.
export const free = 'Free'
export const price = {
  month: '{amount} a month',
  year: '{amount} a year',
  once: '{amount} one-off',
} as const
export const priceFrom = {
  month: ({ date }: { date: string }): string => `{amount} a month, from ${date}`,
  year: ({ date }: { date: string }): string => `{amount} a year, from ${date}`,
  once: ({ date }: { date: string }): string => `{amount} one-off, from ${date}`,
} as const
export const freeFrom = ({ date }: { date: string }): string => `{amount}, from ${date}`
export const dueToday = 'Due today'
export const days = ({ first, last }: { first: string; last: string }): string => `${first} to ${last}`
export const freeDays = ({ first, last }: { first: string; last: string }): string =>
  `${first} to ${last}, free`
export const yourMembership = 'Your membership'
export const joiningFee = 'Joining fee'
export const nothingMore = 'Nothing more to pay.'
export const endsOn = ({ date }: { date: string }): string => `Nothing more to pay. Ends on ${date}.`
export const thenYearly = ({ amount, from }: { amount: string; from: string }): string =>
  `Then ${amount} a year, from ${from}.`
export const thenMonthly = ({ amount, day, from }: { amount: string; day: number; from: string }): string =>
  `Then ${amount} on the ${ordinal(day)} of each month, from ${from}.`
export const oneOff = "One-off payment. Doesn't renew."
export const cancelAtReception = 'To cancel it, ask at reception.'
export const noticeToCancel = ({ days }: { days: number }): string =>
  plural(days, {
    one: "To cancel, give 1 day's notice in your account.",
    other: `To cancel, give ${days} days' notice in your account.`,
  })
export const freezeFor = ({ months }: { months: number }): string =>
  plural(months, {
    one: 'Freeze it for a month, once in 12 months.',
    other: `Freeze it for up to ${months} months, once in 12 months.`,
  })
export const costsFrom = ({ price, date }: { price: string; date: string }): string =>
  `The price is ${price} from ${date}. We write to members at least 30 days before they pay it.`
export const noMinimumTerm = 'No minimum term. Cancel any time.'
export const minimumTerm = ({
  months,
  until,
  total,
}: {
  months: number
  until: string
  total: string
}): string =>
  `Minimum term ${plural(months, { one: '1 month', other: `${months} months` })}, until ${until}: ${total} in total.`
export const paymentMethod = { direct_debit: 'Direct Debit', card: 'Card' } as const
