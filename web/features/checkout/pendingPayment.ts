import type { checkout } from '#contract/checkout.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { Cookies } from '#web/platform/cookies.ts'

/**
 * The payment that is running, in a cookie: a banking app may return to a new tab, and the server must not render an
 * empty basket while an order is being placed.
 */
const cookieName = 'paying'

/** No payment takes longer than the holds it extends (wire §1.10), s. */
const maxAge = 1800

/** What is paid for: the basket, unless it is a joining or a move. */
type PaidFor = Pick<Sent<typeof checkout.prepare>, 'joiningId' | 'moveId'>

/** In the cookie after the payment, so that no page takes the payment of another for its own. */
const suffixOf = ({ joiningId, moveId }: PaidFor): string => {
  if (moveId) return `.move-${moveId}`
  return joiningId ? `.joining-${joiningId}` : ''
}

export const pendingPayment = (cookies: Cookies, paidFor: PaidFor = {}): string | undefined => {
  const [uuid = '', what] = (cookies.get(cookieName) ?? '').split('.')
  const isThis = (what === undefined ? '' : `.${what}`) === suffixOf(paidFor)
  return isThis && /^[\w-]{8,64}$/.test(uuid) ? uuid : undefined
}

export const savePendingPayment = (
  cookies: Cookies,
  transactionUuid: string | null,
  paidFor: PaidFor = {},
): void => {
  if (transactionUuid !== null) cookies.set(cookieName, transactionUuid + suffixOf(paidFor), { maxAge })
  else if (pendingPayment(cookies, paidFor) !== undefined) cookies.set(cookieName, '', { maxAge: 0 })
}

/** What a customer can quote to the venue before there is an order number. */
export const paymentReference = (transactionUuid: string): string => transactionUuid.slice(0, 8).toUpperCase()
