import * as messages from '#messages/shared/movePayment.ts'
import type { CheckoutError, CheckoutErrorKind } from './checkoutErrors.ts'

type Words = Pick<CheckoutError, 'title' | 'detail'>

/** Words for errors in paying for a move, by what they mean for the booking. Without a title the server's stands. */
const messageByKind: Readonly<Partial<Record<CheckoutErrorKind, Partial<Words>>>> = {
  declined: { detail: messages.declinedText },
  challenge_failed: { detail: messages.challengeFailedText },
  place_lost: { title: messages.notMoved, detail: messages.notMovedText },
  basket_empty: { detail: messages.changedText },
  refused: { detail: messages.unavailableText },
}

export const wordsForMove = ({ kind, title, detail, toast }: CheckoutError): Words => {
  // What has changed is in the server's words: the hold, the price, the session.
  if (kind === 'basket_changed') return { title: toast, detail: messages.changedText }
  return { title, ...(detail === undefined ? {} : { detail }), ...messageByKind[kind] }
}
