import type { TransactionStatus } from '#contract/transactions.ts'
import { moveIdOfBasket } from '#server/bookings/paidMoves.ts'
import type { Messages } from '#server/messages/languages.ts'
import { answerPage, escapeHtml } from '#server/platform/raw.ts'
import { refreshFromProvider } from './payment.ts'
import type { CheckoutServices } from './payment.ts'
import { isInvoice, isMove, publicStatus } from './rules.ts'
import { transactionBy } from './sql.ts'

/**
 * Handles the browser's return from the bank. Its parameters are not trusted: the state is read from the provider, or
 * left to reconciliation if the provider cannot be reached.
 * @returns null when there is no such payment
 */
export const bankReturned = async (
  services: CheckoutServices,
  uuid: string,
  now: Date,
): Promise<BankReturn | null> => {
  const found = await transactionBy(services.db, uuid)
  if (found === undefined) return null
  let current = found
  try {
    current = await refreshFromProvider(services, found, now)
  } catch (error) {
    services.log.warn({ err: error, transactionUuid: uuid }, 'left to the payment driver')
  }
  return {
    uuid: current.uuid,
    status: publicStatus(current.status, current.voidReason),
    site: current.site,
    moveId: isMove(current) ? await moveIdOfBasket(services.db, current.basketId) : null,
    isInvoice: isInvoice(current),
  }
}

/** The state of a payment when the bank returns the browser, and the site that opened the bank's page. */
type BankReturn = {
  uuid: string
  status: TransactionStatus
  site: string
  /** The move that is paid for, which has a page of its own. */
  moveId: number | null
  /** Its page has a secret in its address, which nothing here knows. */
  isInvoice: boolean
}

const style = `
body{margin:0;min-height:100vh;display:grid;place-items:center;color:#1b1b26;background:#fff;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{max-width:26rem;margin:1rem;text-align:center}
h1{font-size:1.25rem;margin:0 0 .5rem}
p{margin:0 0 1rem}
a{color:#1d4ed8}
`

/** Notifies the page that opened the bank's page in a frame or window; without one, continues to the checkout. */
const script = `
'use strict';
(() => {
  const { uuid, status, origin } = document.body.dataset
  const asker = window.parent !== window ? window.parent : window.opener
  if (asker) asker.postMessage({ transaction_uuid: uuid, transaction_status: status }, origin)
  document.getElementById('on').hidden = Boolean(asker)
})()
`

const heading = (messages: Messages, status: BankReturn['status']): string => {
  switch (status) {
    case 'authorised':
    case 'completed':
      return messages.checkout.bankApproved
    case 'challenge':
    case 'pending':
      return messages.checkout.bankPending
    case 'failed':
    case 'aborted':
    case 'voided':
    case 'refunded':
      return messages.checkout.bankDeclined
  }
}

/**
 * The page after the bank's redirect. Its address needs no cookie, because a banking app may open it in any browser.
 * @param pages origins that may embed it in a frame
 */
export const returnPage = (
  messages: Messages,
  { uuid, status, site, moveId, isInvoice: isOfInvoice }: BankReturn,
  pages: readonly string[],
): Response => {
  const isDone = status === 'authorised' || status === 'completed'
  return bankReturnPage(
    messages,
    {
      uuid,
      status,
      site,
      heading: heading(messages, status),
      text: isDone
        ? isOfInvoice
          ? messages.hirers.confirmingCard
          : messages.checkout.confirming
        : messages.checkout.notCharged,
      on: isOfInvoice
        ? null
        : {
            path: moveId === null ? '/basket/checkout' : `/move-booking/${moveId}`,
            label: messages.checkout.backToOrder,
          },
    },
    pages,
  )
}

/** @param returned `on`: where it continues without the page that opened the bank's; null: only there */
export const bankReturnPage = (
  messages: Messages,
  returned: {
    uuid: string
    status: string
    site: string
    heading: string
    text: string
    on: { path: string; label: string } | null
  },
  pages: readonly string[],
): Response => {
  const { uuid, status, site, on } = returned
  return answerPage({
    language: messages.format.language,
    title: messages.checkout.backFromBank,
    style,
    script,
    data: { uuid, status, origin: new URL(site).origin },
    frameAncestors: pages,
    body: `<main aria-label="${messages.checkout.backFromBank}">
<h1>${returned.heading}</h1>
<p>${returned.text}</p>
<p id="on">${on === null ? messages.checkout.goOnWhereYouBegan : `<a href="${escapeHtml(site)}${on.path}" target="_top">${on.label}</a>`}</p>
</main>`,
  })
}

export const nothingReturnedPage = (messages: Messages, pages: readonly string[]): Response =>
  answerPage({
    language: messages.format.language,
    title: messages.checkout.backFromBank,
    style,
    status: 404,
    frameAncestors: pages,
    body: `<main aria-label="${messages.checkout.backFromBank}"><h1>${messages.checkout.paymentNotFound}</h1></main>`,
  })
