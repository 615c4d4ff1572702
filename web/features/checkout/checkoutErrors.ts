import type { TransactionState } from '#contract/transactions.ts'
import { camelName } from '#contract/wire.ts'
import { formTitle } from '#messages/shared/checkout.ts'
import * as messages from '#messages/shared/checkoutErrors.ts'
import type { ApiError } from '#web/platform/api.ts'
import { somethingWentWrong } from '#messages/shared/ui.ts'

/** An error of the checkout as the page shows it. */
export type CheckoutError = {
  kind: CheckoutErrorKind
  title: string
  /** What it means for money and places, and what to do next. */
  detail?: string
  /** Sentences by form field. */
  fields: FieldErrors
  /** The items of the basket it is about, in the server's words. */
  items: readonly string[]
  /** The toast: the server's words where it has some. `''` shows none. */
  toast: string
}

export type CheckoutErrorKind =
  /** The form is incomplete or invalid. */
  | 'form'
  | 'declined'
  | 'challenge_failed'
  | 'challenge_abandoned'
  | 'session_expired'
  | 'basket_changed'
  | 'basket_empty'
  | 'place_lost'
  | 'login_required'
  /** An attendee has a waiver to accept or a question to answer. */
  | 'attendees'
  /** The outcome is unknown: trying again repeats the same request. */
  | 'unknown'
  | 'refused'

export type FieldErrors = Readonly<Record<string, readonly string[]>>

type ErrorMessage = { kind: CheckoutErrorKind; title?: string; detail?: string }

/** By the server's code. Without a title here the server's own sentence is the title. */
const messageByCode: Readonly<Record<string, ErrorMessage>> = {
  card_declined: { kind: 'declined', detail: messages.cardDeclinedText },
  payment_not_authorised: { kind: 'declined', detail: messages.notAuthorisedText },
  session_expired: {
    kind: 'session_expired',
    title: messages.sessionExpired,
    detail: messages.sessionExpiredText,
  },
  basket_changed: {
    kind: 'basket_changed',
    title: messages.basketChanged,
    detail: messages.basketChangedText,
  },
  basket_empty: { kind: 'basket_empty' },
  place_lost: { kind: 'place_lost', detail: messages.pendingDisappears },
  provider_unavailable: {
    kind: 'refused',
    title: messages.providerUnavailable,
    detail: messages.providerUnavailableText,
  },
  waivers_incomplete: { kind: 'attendees', title: messages.waiversFailed },
  questions_unanswered: { kind: 'attendees' },
  login_required: { kind: 'login_required' },
  terms_not_accepted: { kind: 'form' },
  invalid: { kind: 'form' },
}

/** Names of the server that belong to another field of the form. */
const formFields: Readonly<Record<string, string>> = {
  billingFirstName: 'billingName',
  billingLastName: 'billingName',
  cardIdentifier: 'card',
  cardholderName: 'card',
  savedCardId: 'card',
  sessionKey: 'card',
  securityCode: 'card',
  termsAccepted: 'terms',
}

/** Whether the server may have executed the call: it must then be repeated with the same key. */
export const isOutcomeUnknown = ({ status, code }: ApiError): boolean =>
  status === 0 || status >= 500 ? code !== 'provider_unavailable' : code === 'busy' || code === 'in_progress'

/** `fallback` is the title where the server has no words of its own. */
export const toCheckoutError = (
  error: ApiError,
  fallback: string = messages.unableToComplete,
): CheckoutError => {
  const words = serverWords(error) ?? fallback
  if (isOutcomeUnknown(error)) {
    return checkoutError('unknown', words, { detail: messages.unknownOutcome })
  }
  const message = messageByCode[error.code] ?? { kind: 'refused' as const }
  const fields = fieldErrorsOf(error)
  const isAboutFields = message.kind === 'form' && Object.keys(fields).length > 0
  return {
    kind: message.kind,
    title: message.title ?? (isAboutFields ? formTitle : words),
    ...(message.detail !== undefined && { detail: message.detail }),
    fields,
    items: Object.entries(error.validationMessages)
      .filter(([field]) => field === 'items' || field.startsWith('items.'))
      .flatMap(([, sentences]) => sentences),
    toast: error.code === 'waivers_incomplete' ? messages.waiversFailed : words,
  }
}

/** Null where the card form itself says that there is no session. */
export const prepareError = (failure: ApiError): CheckoutError | null => {
  const error = toCheckoutError(failure, messages.cardFormNotReady)
  return error.kind === 'unknown' || failure.code === 'provider_unavailable' ? null : error
}

const checkoutError = (
  kind: CheckoutErrorKind,
  title: string,
  { detail, fields = {}, toast = title }: { detail?: string; fields?: FieldErrors; toast?: string } = {},
): CheckoutError => ({ kind, title, fields, items: [], toast, ...(detail !== undefined && { detail }) })

export const cardSessionExpired = checkoutError('session_expired', messages.sessionExpired, {
  detail: messages.sessionExpiredText,
})

/** The session ended before the payment. */
export const loggedOutError = checkoutError('login_required', messages.loggedOut, {
  detail: messages.loggedOutText,
  toast: '',
})

export const challengeFailed = checkoutError('challenge_failed', messages.challengeFailed, {
  detail: messages.challengeFailedText,
})

export const challengeAbandoned = checkoutError('challenge_abandoned', messages.challengeAbandoned, {
  detail: messages.challengeAbandonedText,
})

export const bankDeclined = checkoutError('declined', messages.cardDeclined, {
  detail: messages.cardDeclinedText,
})

export const bankSilent = checkoutError('challenge_failed', messages.bankSilent, {
  detail: messages.bankSilentText,
})

export const paymentReleased = checkoutError('place_lost', messages.notBooked, {
  detail: messages.releasedText,
})

export const paymentRefunded = checkoutError('place_lost', messages.notBooked, {
  detail: messages.refundedText,
})

/** Why a payment that was begun on an earlier page came to nothing; null while it may still come to an order. */
export const errorOfEnded = ({
  transactionStatus,
  endReason,
}: Pick<TransactionState, 'transactionStatus' | 'endReason'>): CheckoutError | null => {
  switch (endReason) {
    case 'declined':
      return bankDeclined
    case 'unanswered':
      return bankSilent
    case 'left':
      return challengeAbandoned
    case 'unavailable':
      return transactionStatus === 'refunded' ? paymentRefunded : paymentReleased
    case null:
      return null
  }
}

/** Undefined where the server only says that something went wrong. */
const serverWords = ({ serverMessage }: ApiError): string | undefined =>
  serverMessage === somethingWentWrong ? undefined : serverMessage

/** `billing_postcode` and `billingPostcode` are one field; all that concerns the card belongs to `card`. */
const fieldErrorsOf = (error: ApiError): FieldErrors => {
  if (error.code === 'terms_not_accepted') return { terms: [error.message] }
  if (error.code !== 'invalid') return {}
  const byField: Record<string, readonly string[]> = {}
  for (const [path, sentences] of Object.entries(error.validationMessages)) {
    const name = camelName(path.split('.')[0] ?? path)
    const field = formFields[name] ?? name
    byField[field] = [...(byField[field] ?? []), ...sentences]
  }
  return byField
}
