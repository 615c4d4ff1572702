import { formatted } from '#contract/money.ts'
import type { InTheWay } from '#contract/privacy.ts'
import type { Messages, Text } from '#server/messages/languages.ts'

/** What prevents closing an account, and what the customer would lose. Amounts are in pence. */
export type ClosingState = {
  bookingsAhead: number
  /** Names of memberships that have not ended. */
  memberships: readonly string[]
  owed: number
  isPaying: boolean
  credit: number
  /** What refunds have left on the account that bookings are charged to. */
  onAccount: number
  /** Visits left in packages; `guestPasses` counts passes that can still be sent. */
  packages: readonly { name: string; usesLeft: number }[]
  guestPasses: number
}

type Reason = { code: InTheWay['code']; message: Text }

/** The reasons that prevent closing, in the order in which to resolve them. */
export const whyCannotClose = (
  { bookingsAhead, memberships, owed, isPaying }: ClosingState,
  symbol: string,
): Reason[] => {
  const found: Reason[] = []
  if (isPaying)
    found.push({
      code: 'payment_under_way',
      message: (messages) => messages.privacy.paymentInProgress,
    })
  if (bookingsAhead > 0)
    found.push({
      code: 'upcoming_bookings',
      message: (messages) => messages.privacy.upcomingBookings({ count: bookingsAhead }),
    })
  if (memberships.length > 0)
    found.push({
      code: 'membership_ongoing',
      message: (messages) => messages.privacy.membershipOngoing({ memberships }),
    })
  if (owed > 0)
    found.push({
      code: 'money_owed',
      message: (messages) => messages.privacy.moneyOwed({ amount: formatted(owed, symbol) }),
    })
  return found
}

/** What the customer would lose, in words. */
export const whatIsForfeited = (
  { credit, onAccount, packages, guestPasses }: ClosingState,
  symbol: string,
): Text[] => [
  ...(credit > 0
    ? [(messages: Messages) => messages.privacy.creditLeft({ amount: formatted(credit, symbol) })]
    : []),
  ...(onAccount > 0
    ? [(messages: Messages) => messages.privacy.accountLeft({ amount: formatted(onAccount, symbol) })]
    : []),
  ...packages.map(
    ({ name, usesLeft }) =>
      (messages: Messages) =>
        messages.privacy.visitsLeft({ count: usesLeft, name }),
  ),
  ...(guestPasses > 0
    ? [(messages: Messages) => messages.privacy.guestPassesLeft({ count: guestPasses })]
    : []),
]
