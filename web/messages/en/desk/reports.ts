import type { ReportFile } from '#contract/reports.ts'
import type { Comparison, Grouping, ReportId, ScheduleInterval } from '#contract/reportTypes.ts'
import { dayOfMonth, fullDay, number, plural } from '#messages/format.ts'

export const page = 'Reports – Front desk'

type Words = { title: string; lead: string; chart: string; empty: string }

export const reports: Readonly<Record<ReportId, Words>> = {
  fullness: {
    title: 'Places sold',
    lead: 'Of the places on offer. Places let to clubs and cancelled sessions are left out.',
    chart: 'Places sold, in per cent of those on offer',
    empty: 'There were no sessions in this period',
  },
  income: {
    title: 'Income by activity',
    lead: 'By the week of the session, or of the payment. Refunds are in a column of their own.',
    chart: 'Income without VAT, by week',
    empty: 'There was no income in this period',
  },
  vat: {
    title: 'VAT',
    lead: 'By the month of the payment. A refund counts in the month it was paid.',
    chart: 'VAT, by month',
    empty: 'Nothing was paid in this period',
  },
  banking: {
    title: 'Banking',
    lead: 'What was expected and counted each time a till was closed.',
    chart: 'Difference between what was counted and what was expected, by day',
    empty: 'No till was closed in this period',
  },
  absences: {
    title: 'No-shows and late cancellations',
    lead: 'People with two or more within 28 days.',
    chart: 'No-shows and late cancellations',
    empty: 'No one has missed or cancelled late twice in this period',
  },
  members: {
    title: 'Members',
    lead: 'Active and frozen on the last day of the month; joined, ended and paid in it.',
    chart: 'Active memberships, by month',
    empty: 'There were no memberships in this period',
  },
  refunds: {
    title: 'Refunds and waived penalties',
    lead: 'Who gave money back, why, and whether the terms gave it.',
    chart: 'Refunded and waived',
    empty: 'Nothing was refunded or waived in this period',
  },
  demand: {
    title: 'Demand not met',
    lead: "People who waited for a place and didn't get one. Searches without a result aren't recorded.",
    chart: 'Waited without getting a place, by week',
    empty: 'No one was on a waitlist in this period',
  },
  journal: {
    title: 'Journal for the accountant',
    lead: 'Debits and credits of each day are equal. Map the names of payment methods and of VAT in your books.',
    chart: 'Debits',
    empty: 'Nothing was paid in this period',
  },
  concessions: {
    title: 'Concessions',
    lead: 'What places at a lower price would have cost. A postcode district is named when 10 people or more come from it.',
    chart: 'Given, by rule',
    empty: 'No place was sold at a lower price in this period',
  },
  hirers: {
    title: 'Hirers',
    lead: 'Hours let, what was invoiced and paid, and what is owed by the age of its invoice.',
    chart: 'Hours, by hirer',
    empty: 'Nothing was let in this period',
  },
}

export const report = 'Report'
export const from = 'From'
export const until = 'To'
export const venues = 'Venues'
export const venuesHint = 'Choose one or more. Without a choice the report is of all venues.'
export const findVenue = 'Find a venue'
export const chosenVenues = (names: readonly string[]): string =>
  names.length === 0
    ? 'All venues'
    : names.length > 3
      ? `${number(names.length)} venues`
      : `${names.length === 1 ? 'Venue' : 'Venues'}: ${names.join(', ')}`
export const show = 'Show'
export const downloadCsv = 'Download CSV'

export const by = 'Added up by'
export const groupings: Readonly<Record<Grouping, string>> = {
  activity: 'Activity',
  class: 'Class or court',
  instructor: 'Instructor',
  hour: 'Day and hour',
  each: 'Each session',
}
export const basis = 'Income belongs to'
export const bases = { session: 'The day of the session', cash: 'The day of the payment' } as const
export const compare = 'Compare with'
export const comparisons: Readonly<Record<Comparison, string>> = {
  none: 'Nothing',
  before: 'The days before',
  year: 'Last year',
}

/** Headings of the columns, and the names of their totals. */
export const columns: Readonly<Record<string, string>> = {
  active: 'Active',
  activity: 'Activity',
  absent: 'No-shows',
  amount: 'Amount',
  at: 'Time',
  attended: 'Attended',
  banked: 'Banked',
  beyondTerms: 'Terms',
  bookings: 'Bookings',
  closed: 'Closed',
  counted: 'Counted',
  credit: 'Credit',
  date: 'Date',
  day: 'Day',
  debit: 'Debit',
  description: 'Description',
  difference: 'Difference',
  district: 'Postcode district',
  due30: 'Owed up to 30 days',
  due60: 'Owed up to 60 days',
  due90: 'Owed longer',
  ended: 'Ended',
  expected: 'Expected',
  failed: 'Failed payments',
  fillPercent: 'Full',
  frozen: 'Frozen',
  fullPrice: 'Full price',
  given: 'Given',
  gross: 'Gross',
  hirer: 'Hirer',
  hours: 'Hours',
  income: 'Income',
  instructor: 'Instructor',
  joined: 'Joined',
  invoiced: 'Invoiced',
  journal: 'Journal',
  kind: 'What',
  month: 'Month',
  monthsStayed: 'Months stayed',
  net: 'Net',
  nominalCode: 'Nominal code',
  opened: 'Opened',
  order: 'Order',
  paid: 'Paid',
  penalty: 'Penalty',
  period: 'Month',
  person: 'Person',
  placed: 'Got a place',
  places: 'Places',
  plan: 'Plan',
  rate: 'VAT rate',
  reason: 'Reason',
  reference: 'Number',
  refunds: 'Refunds',
  rule: 'For',
  session: 'Session',
  sessions: 'Sessions',
  sold: 'Sold',
  source: 'From',
  start: 'Start',
  state: 'State',
  tender: 'Tender',
  till: 'Till',
  to: 'To',
  unmet: 'No place',
  vat: 'VAT',
  vatCode: 'VAT code',
  venue: 'Venue',
  waited: 'Waited',
  waitlisted: 'Waited',
  week: 'Week from',
  zNumber: 'Z',
}

/** What stands in files as a code, by column. */
export const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  journal: {
    SALES: 'Sales',
    REFUNDS: 'Refunds',
    MEMBERSHIPS: 'Memberships',
    HIRES: 'Hires',
    CREDIT: 'Credit',
  },
  kind: { no_show: 'No-show', late_cancel: 'Late cancellation' },
  source: {
    desk: 'Desk',
    online: 'Online',
    memberships: 'Memberships',
    refunds: 'Refunds',
    hires: 'Hires',
    'exempt hires': 'Exempt hires',
  },
  state: { outstanding: 'Not paid', paid: 'Paid', waived: 'Waived', refunded: 'Refunded' },
  to: {
    credit: 'Credit',
    card: 'Card',
    account: 'Customer account',
    desk: 'Cash',
    partner: 'Booking partner',
    waived: 'Waived',
  },
}
export const accounts: Readonly<Record<string, string>> = {
  vat: 'VAT',
  direct_debit: 'Direct Debit',
  credit_granted: 'Credit given',
  credit_expired: 'Credit expired',
}
export const beyondTerms = 'Beyond the terms'
export const withinTerms = 'By the terms'

export const monthOf = (month: string): string => fullDay(`${month}-01`).split(' ').slice(-2).join(' ')
export const percent = (value: number): string => `${number(value)}%`
export const total = 'Total'
export const totals = 'Totals'
export const before = ({
  value,
  from: first,
  until: last,
}: {
  value: string
  from: string
  until: string
}): string => `${value} from ${period({ from: first, until: last })}`
export const period = ({ from: first, until: last }: { from: string; until: string }): string =>
  `${dayOfMonth(first)} to ${dayOfMonth(last)} ${last.slice(0, 4)}`
export const figuresOfChart = 'Figures of the chart'
export const bar = 'Bar'
export const thisPeriod = 'This period'
export const otherPeriod = 'Compared with'
export const cutRows = ({ rows, count }: { rows: number; count: number }): string =>
  `The first ${number(rows)} of ${number(count)} rows. The file has all of them.`
export const cutBars = ({ count }: { count: number }): string => `The longest ${number(count)} only.`

// Files
export const makeFile = 'Make it as a file'
export const files = 'Files of this report'
export const downloadFile = ({ text }: { text: string }): string => `Download CSV: ${text}`
export const fileStates = { waiting: 'Being made', ready: 'Ready', failed: 'Not made' } as const
/** What a file is of. */
export const fileText = ({ from: first, until: last, venues: names }: ReportFile): string =>
  `${period({ from: first, until: last })}${names.length === 0 ? '' : ` (${names.join(', ')})`}`
const fileProblems = {
  too_large: 'It has too many rows. Choose fewer days or fewer venues.',
  too_slow: 'It took too long. Choose fewer days or fewer venues.',
  fault: 'Something went wrong. Have it made again.',
} as const
export const fileNote = ({ state, recipient, rowCount, problem, removedOn }: ReportFile): string => {
  if (state === 'waiting')
    return `We'll send ${recipient} an e-mail when it's ready. You can leave this page.`
  if (state === 'failed') return fileProblems[problem ?? 'fault']
  const rows = plural(rowCount ?? 0, { one: '1 row', other: `${number(rowCount ?? 0)} rows` })
  return `${rows}, for ${recipient}. Kept until ${fullDay(removedOn)}.`
}
export const fileGone = 'This file is no longer kept. Have the report made again.'

// By e-mail
export const schedules = 'Sent by e-mail'
export const schedulesLead =
  'We send the file after each day, week or month. A report that names customers comes as a link.'
export const send = 'Send each'
export const intervals: Readonly<Record<ScheduleInterval, string>> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
}
export const email = 'E-mail address of a member of staff'
export const schedule = 'Send this report'
export const scheduled = "We'll send it."
export const scheduleText = ({
  title,
  every,
  recipient,
  venues,
}: {
  title: string
  every: ScheduleInterval
  recipient: string
  venues: readonly string[]
}): string =>
  `${title}, each ${intervals[every].toLowerCase()}, to ${recipient}${venues.length === 0 ? '' : ` (${venues.join(', ')})`}`
export const nextOn = ({ day }: { day: string }): string => `Next on ${fullDay(day)}`
export const endSchedule = ({ title, recipient }: { title: string; recipient: string }): string =>
  `Stop sending ${title} to ${recipient}`
export const end = 'Stop'
export const ended = "We won't send it any more."
export const noSchedules = 'No report is sent by e-mail.'
