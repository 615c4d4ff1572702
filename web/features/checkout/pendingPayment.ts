import type { Cookies } from '#web/platform/cookies.ts'

/**
 * The payment that is under way, remembered outside the page: a bank's app may return to a new tab, and a reload must
 * not show an empty basket where a payment is being made. A cookie, so that the server's first page already knows.
 */
const name = 'paying'

/** No payment takes longer than the holds it keeps (wire §1.10), s. */
const longest = 1800

export const pendingPayment = (cookies: Cookies): string | undefined => {
  const uuid = cookies.get(name)
  return uuid !== undefined && /^[\w-]{8,64}$/.test(uuid) ? uuid : undefined
}

export const savePendingPayment = (cookies: Cookies, transactionUuid: string | null): void => {
  if (transactionUuid !== null) cookies.set(name, transactionUuid, { maxAge: longest })
  else if (cookies.get(name) !== undefined) cookies.set(name, '', { maxAge: 0 })
}

/** What a person can quote to the venue before there is an order: the beginning of the payment's own name. */
export const paymentReference = (transactionUuid: string): string => transactionUuid.slice(0, 8).toUpperCase()
