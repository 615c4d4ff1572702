import * as messages from '#messages/join/paymentErrors.ts'
import type { CheckoutError, CheckoutErrorKind } from './checkoutErrors.ts'

/** Words for errors where no place is held. */
const messageByKind: Readonly<Partial<Record<CheckoutErrorKind, { title?: string; detail: string }>>> = {
  declined: { detail: messages.declinedText },
  challenge_failed: { detail: messages.challengeFailedText },
  basket_changed: { title: messages.expired, detail: messages.expiredText },
  basket_empty: { title: messages.startedAgain, detail: messages.startedAgainText },
}

export const wordsForJoining = ({
  kind,
  title,
  detail,
}: CheckoutError): Pick<CheckoutError, 'title' | 'detail'> => ({
  title,
  ...(detail === undefined ? {} : { detail }),
  ...messageByKind[kind],
})
