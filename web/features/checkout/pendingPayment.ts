import type { Cookies } from '#web/platform/cookies.ts'

/**
 * The payment that is running, in a cookie: a banking app may return to a new tab, and the server must not render an
 * empty basket while an order is being placed.
 */
const cookieName = 'paying'

/** No payment takes longer than the holds it extends (wire §1.10), s. */
const maxAge = 1800

export const pendingPayment = (cookies: Cookies): string | undefined => {
  const uuid = cookies.get(cookieName)
  return uuid !== undefined && /^[\w-]{8,64}$/.test(uuid) ? uuid : undefined
}

export const savePendingPayment = (cookies: Cookies, transactionUuid: string | null): void => {
  if (transactionUuid !== null) cookies.set(cookieName, transactionUuid, { maxAge })
  else if (cookies.get(cookieName) !== undefined) cookies.set(cookieName, '', { maxAge: 0 })
}

/** What a customer can quote to the venue before there is an order number. */
export const paymentReference = (transactionUuid: string): string => transactionUuid.slice(0, 8).toUpperCase()
