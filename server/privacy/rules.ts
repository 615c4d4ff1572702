import { formatted } from '#contract/money.ts'
import type { InTheWay } from '#contract/privacy.ts'

/** What prevents closing an account, and what the customer would lose. Amounts are in pence. */
export type ClosingState = {
  bookingsAhead: number
  /** Names of memberships that have not ended. */
  memberships: readonly string[]
  owed: number
  isPaying: boolean
  credit: number
  /** Visits left in packages; `guestPasses` counts passes that can still be sent. */
  packages: readonly { name: string; usesLeft: number }[]
  guestPasses: number
}

const some = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`

/** The reasons that prevent closing, in the order in which to resolve them. */
export const whyCannotClose = (
  { bookingsAhead, memberships, owed, isPaying }: ClosingState,
  symbol: string,
): InTheWay[] => {
  const found: InTheWay[] = []
  if (isPaying)
    found.push({
      code: 'payment_under_way',
      message: 'A payment is still in progress. Try again when it has finished.',
    })
  if (bookingsAhead > 0)
    found.push({
      code: 'upcoming_bookings',
      message: `You have ${some(bookingsAhead, 'booking', 'bookings')} ahead. Cancel ${bookingsAhead === 1 ? 'it' : 'them'} first, or wait until ${bookingsAhead === 1 ? 'it is' : 'they are'} over.`,
    })
  if (memberships.length > 0)
    found.push({
      code: 'membership_ongoing',
      message: `Your membership has to end first: ${memberships.join(', ')}. Ask us to end it, at reception or by phone.`,
    })
  if (owed > 0)
    found.push({
      code: 'money_owed',
      message: `You owe ${formatted(owed, symbol)}. Pay it first.`,
    })
  return found
}

/** What the customer would lose, in words. */
export const whatIsForfeited = (
  { credit, packages, guestPasses }: ClosingState,
  symbol: string,
): string[] => [
  ...(credit > 0 ? [`${formatted(credit, symbol)} of credit`] : []),
  ...packages.map(({ name, usesLeft }) => `${some(usesLeft, 'visit', 'visits')} of ${name}`),
  ...(guestPasses > 0 ? [some(guestPasses, 'guest pass', 'guest passes')] : []),
]
