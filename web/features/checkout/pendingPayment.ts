import type { checkout } from '#contract/checkout.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { Cookies } from '#web/platform/cookies.ts'

/*
 * The payment that is running, in a cookie: a banking app may return to a new tab, and the server must not render an
 * empty basket while an order is being placed. Each purchase has a cookie of its own, so that no page takes the payment
 * of another for its own.
 */

/** What is paid for: the basket, unless it is a joining, a move or an invoice. */
type PaidFor = Pick<Sent<typeof checkout.prepare>, 'joiningId' | 'moveId' | 'invoiceId'>

const cookieNameOf = ({ joiningId, moveId, invoiceId }: PaidFor): string => {
  if (invoiceId) return `paying-invoice-${invoiceId}`
  if (moveId) return `paying-move-${moveId}`
  return joiningId ? `paying-joining-${joiningId}` : 'paying'
}

/** Longer than any payment takes, so that a payer who comes back later is told how it ended, s. */
const maxAge = 7200

export const pendingPayment = (cookies: Cookies, paidFor: PaidFor = {}): string | undefined => {
  const uuid = cookies.get(cookieNameOf(paidFor))
  return uuid !== undefined && /^[\w-]{8,64}$/.test(uuid) ? uuid : undefined
}

export const savePendingPayment = (
  cookies: Cookies,
  transactionUuid: string | null,
  paidFor: PaidFor = {},
): void => {
  const name = cookieNameOf(paidFor)
  if (transactionUuid !== null) cookies.set(name, transactionUuid, { maxAge })
  else if (cookies.get(name) !== undefined) cookies.set(name, '', { maxAge: 0 })
}
