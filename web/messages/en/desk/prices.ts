import { fullDay, number, plural } from '#messages/format.ts'

export const page = 'Prices – Front desk'
export const title = 'Prices'
export const lead = {
  session: 'What everything costs today. A new price is for sessions from its day on.',
  sale: 'What everything costs today. A new price is for what is sold from its day on.',
} as const

// The filter
export const venue = 'Venue'
export const allVenues = 'All venues'
export const activity = 'Activity'
export const allActivities = 'All activities'
export const kind = 'Prices'
export const kinds = { all: 'All prices', full: 'Full prices', concession: 'Concessions' } as const
export const find = 'Find'
export const show = 'Show'
export const nothingFound = 'No prices found'
export const nothingFoundHelp = 'Choose another venue, activity or word.'

// The table
export const columns = {
  price: 'Price',
  now: 'Now',
  next: 'Next',
  who: 'Who may have it',
  vat: 'VAT',
  nominalCode: 'Nominal code',
  sold: 'Sold in 28 days',
} as const
export const priceName = ({
  activity: of,
  ticket,
  band,
  option,
}: {
  activity: string
  ticket: string | null
  band: string
  option: string
}): string => [of, ...(ticket === null ? [] : [ticket]), ...(band === '' ? [] : [band]), option].join(' › ')
export const free = 'Free'
export const priceFrom = ({ price, day }: { price: string; day: string }): string =>
  `${price} from ${fullDay(day)}`
export const filesSay = ({ price }: { price: string }): string => `Your files say ${price}.`
export const everyone = 'Everyone'
export const concession = 'Concession'
export const ages = ({ from, until }: { from: number | null; until: number | null }): string =>
  from === null ? `Up to ${until ?? ''}` : until === null ? `${from} and over` : `${from} to ${until}`
export const withProof = ({ proof }: { proof: string }): string => `with ${proof.replaceAll('-', ' ')}`
export const percent = (hundredths: number): string => `${number(hundredths / 100)} %`

// Taking back
export const takeBack = 'Take back'
export const takeBackPrice = ({ price, day }: { price: string; day: string }): string =>
  `Take back ${price} from ${fullDay(day)}`
export const takeBackTitle = 'Take back this price?'
export const takeBackEffect = ({
  name,
  before,
  after,
}: {
  name: string
  before: string
  after: string
}): string => `${name} then costs ${after} instead of ${before}. What is paid stays paid.`
export const leaveIt = 'Keep it'
export const takenBack = 'Price taken back'

// Changing a group
export const change = ({ count }: { count: number }): string =>
  plural(count, { one: 'Change 1 price', other: `Change ${number(count)} prices` })
export const how = 'How'
export const ways = { percent: 'By per cent', amount: 'By an amount', set: 'To a price' } as const
export const amounts = { percent: 'Per cent', amount: 'Amount', set: 'New price' } as const
export const amountHint = 'A minus sign lowers.'
export const roundTo = 'Round to'
export const rounding = (pence: number): string => `${pence}p`
export const from = 'From'
export const reason = 'Reason'
export const reasonHint = 'Your colleagues read it in the audit log.'
export const cancel = 'Cancel'
export const whatToType = 'Enter by how much, and from which day.'
export const notAnAmount = 'Enter a number, like 4 or 2.50.'
export const nothingChanges = 'These are the prices already.'

// The effect
const sessionsAt = (count: number): string =>
  count === 0
    ? 'No session to come is sold at them yet'
    : plural(count, {
        one: '1 session to come is sold at them',
        other: `${number(count)} sessions to come are sold at them`,
      })
export const effect = ({
  prices,
  sessions,
  aYear,
  isLess,
}: {
  prices: number
  sessions: number
  aYear: string
  isLess: boolean
}): string =>
  `${plural(prices, { one: '1 price changes', other: `${number(prices)} prices change` })}. ${sessionsAt(sessions)}. At the pace of the last four weeks that is ${aYear} ${isLess ? 'less' : 'more'} a year.`
export const changeOf = ({
  name,
  before,
  after,
  share,
}: {
  name: string
  before: string
  after: string
  share: number | null
}): string =>
  `${name}: ${before} → ${after}${share === null ? '' : ` (${share < 0 ? '−' : '+'}${Math.abs(share)} %)`}`
export const until = ({ day }: { day: string }): string => `until ${fullDay(day)}, when another price begins`
export const others = ({ count }: { count: number }): string =>
  plural(count, { one: 'And 1 more', other: `And ${number(count)} more` })
export const paidStays = 'What is paid stays paid. Customers are told in their basket.'
export const confirmJump = ({ price }: { price: string }): string => `Type ${price} to confirm`
export const notTyped = ({ price }: { price: string }): string => `Type ${price}.`
export const publish = ({ count, day }: { count: number; day: string | null }): string => {
  const prices = plural(count, { one: '1 price', other: `${number(count)} prices` })
  return day === null ? `Publish ${prices}` : `Publish ${prices} from ${fullDay(day)}`
}
export const publishNothing = 'Publish'
export const published = ({ count }: { count: number }): string =>
  plural(count, { one: '1 price published', other: `${number(count)} prices published` })

// Tables
export const download = 'Download CSV'
export const upload = 'Upload CSV'
export const uploadTitle = 'Prices from a table'
export const uploadHint =
  'Download the prices, enter “from” and “new_price” where something changes, and upload the table.'
export const fileProblem = ({ line, sentence }: { line: number | null; sentence: string }): string =>
  line === null ? sentence : `Line ${line}: ${sentence}`
export const noSteps = 'This table changes no price.'
export const fileName = ({ day }: { day: string }): string => `prices-${day}.csv`

// Membership plans
export const plans = 'Membership plans'
export const plansLead =
  'New members pay a new price from its day. Other members pay it from a later payment: we write to them at least 30 days before, and a minimum term ends first.'
export const planColumns = {
  plan: 'Plan',
  now: 'Now',
  next: 'Next',
  members: 'Memberships',
  act: 'Change',
} as const
const per = { month: 'a month', year: 'a year', once: 'once' } as const
export const planPrice = ({ price, period }: { price: string; period: keyof typeof per }): string =>
  `${price} ${per[period]}`
export const membersOf = ({
  following,
  ownPrice,
  elsewhere,
}: {
  following: number
  ownPrice: number
  elsewhere: number
}): string =>
  [
    number(following),
    ...(ownPrice === 0 ? [] : [`${number(ownPrice)} at a price of their own`]),
    ...(elsewhere === 0 ? [] : [`${number(elsewhere)} collected elsewhere`]),
  ].join(', ')
export const changePlan = 'Change price'
export const changePlanNamed = ({ plan }: { plan: string }): string => `Change the price of ${plan}`
export const newPrice = 'New price'
export const notAPrice = 'Enter a price, like 42 or 42.50.'
export const planTypeFirst = 'Enter the new price, and from which day.'
export const planEffect = ({
  members,
  firstOn,
  later,
  ownPrice,
  elsewhere,
  withoutEmail,
}: {
  members: number
  firstOn: string | null
  later: number
  ownPrice: number
  elsewhere: number
  withoutEmail: number
}): string[] => [
  firstOn === null
    ? 'No payment that we collect changes yet. New members pay this price from that day.'
    : `${plural(members, { one: '1 membership pays', other: `${number(members)} memberships pay` })} it, the first on ${fullDay(firstOn)}.`,
  ...(later === 0
    ? []
    : [
        plural(later, {
          one: '1 of them pays it a month later or more: a minimum term runs, or it is paid by the year.',
          other: `${number(later)} of them pay it a month later or more: a minimum term runs, or they are paid by the year.`,
        }),
      ]),
  ...(ownPrice === 0
    ? []
    : [
        plural(ownPrice, {
          one: '1 membership has a price of its own, which stays.',
          other: `${number(ownPrice)} memberships have a price of their own, which stays.`,
        }),
      ]),
  ...(elsewhere === 0
    ? []
    : [
        plural(elsewhere, {
          one: '1 membership is collected by another system. Change its price there, and tell its payer.',
          other: `${number(elsewhere)} memberships are collected by another system. Change their price there, and tell their payers.`,
        }),
      ]),
  ...(withoutEmail === 0
    ? []
    : [
        plural(withoutEmail, {
          one: '1 payer has no e-mail address: tell them yourself.',
          other: `${number(withoutEmail)} payers have no e-mail address: tell them yourself.`,
        }),
      ]),
]
export const aYearMore = ({ amount, isLess }: { amount: string; isLess: boolean }): string =>
  `That is ${amount} ${isLess ? 'less' : 'more'} a year.`
export const publishPlan = ({
  before,
  after,
  day,
  toWrite,
}: {
  before: string
  after: string
  day: string
  toWrite: number
}): string =>
  `Publish ${before} → ${after} from ${fullDay(day)}${toWrite === 0 ? '' : `, write to ${number(toWrite)}`}`
export const planPublished = 'Price published. Members are written to in a minute.'
export const planTakenBackEffect = ({ plan, price }: { plan: string; price: string }): string =>
  `${plan} doesn't change to ${price}. If we have written to members about it, we write again: they pay as before.`
