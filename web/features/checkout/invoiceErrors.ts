import * as messages from '#messages/shared/invoicePayment.ts'
import type { CheckoutError, CheckoutErrorKind } from './checkoutErrors.ts'

type Words = Pick<CheckoutError, 'title' | 'detail'>

/** Words for errors in paying an invoice, of which no place depends. Without a title the server's stands. */
const messageByKind: Readonly<Partial<Record<CheckoutErrorKind, Partial<Words>>>> = {
  declined: { detail: messages.declinedText },
  challenge_failed: { detail: messages.challengeFailedText },
  challenge_abandoned: { detail: messages.challengeFailedText },
  place_lost: { title: messages.notPaid, detail: messages.notPaidText },
  basket_empty: { detail: messages.changedText },
  refused: { detail: messages.unavailableText },
}

export const wordsForInvoice = ({ kind, title, detail, toast }: CheckoutError): Words => {
  // What has changed is in the server's words: what is owed now.
  if (kind === 'basket_changed') return { title: toast, detail: messages.changedText }
  return { title, ...(detail === undefined ? {} : { detail }), ...messageByKind[kind] }
}
