import { camelName } from '#contract/wire.ts'
import type { ApiError } from '#web/platform/api.ts'
import { somethingWentWrong } from '#messages/shared/ui.ts'

/**
 * What went wrong on the way to a paid order, as the page shows it: a headline, what it means for the person's money
 * and places, and what is wrong with which field.
 */
export type CheckoutError = {
  kind: CheckoutErrorKind
  title: string
  /** What it means and what to do; none where the title says all. */
  detail?: string
  /** Sentences by the name of a field of the form. */
  fields: FieldErrors
  /** What has gone or stands in the way, in the server's words. */
  things: readonly string[]
  /** The message at the edge of the screen: the server's words or the catalogue's. Empty: the page says enough. */
  said: string
}

export type CheckoutErrorKind =
  /** The form is not filled in as it should be. */
  | 'form'
  | 'declined'
  | 'challenge_failed'
  | 'challenge_abandoned'
  | 'session_expired'
  | 'basket_changed'
  | 'basket_empty'
  | 'place_lost'
  | 'login_required'
  /** Somebody who takes part has not agreed or answered. */
  | 'attendees'
  /** Whether it worked is not known: pressing again asks the same thing again. */
  | 'unknown'
  | 'refused'

export type FieldErrors = Readonly<Record<string, readonly string[]>>

export const unableToComplete = 'Unable to complete your order, please try again.'

const waiversFailed = 'Error with waivers, unable to complete order, please try again'

const nothingTaken = 'Nothing has been taken from your card.'

/** What a code of the server means for the person; its own sentence is the headline unless one stands here. */
const meanings: Readonly<Record<string, { kind: CheckoutErrorKind; title?: string; detail?: string }>> = {
  card_declined: {
    kind: 'declined',
    detail: `${nothingTaken} Your places are still held: try another card, or ask your bank why.`,
  },
  payment_not_authorised: {
    kind: 'declined',
    detail: `${nothingTaken} Please try again or use another card.`,
  },
  session_expired: {
    kind: 'session_expired',
    title: 'The card form had been open for too long.',
    detail: `${nothingTaken} A fresh form is ready: please enter your card again.`,
  },
  basket_changed: {
    kind: 'basket_changed',
    title: 'Your basket has changed since this page was opened.',
    detail: `${nothingTaken} Please look at the order and its total again before you pay.`,
  },
  basket_empty: { kind: 'basket_empty' },
  place_lost: {
    kind: 'place_lost',
    title: 'A place in your basket has been taken by somebody else.',
    detail: `${nothingTaken} If your bank shows the sum as reserved, it lets go of it by itself.`,
  },
  provider_unavailable: {
    kind: 'refused',
    title: 'The card company cannot be reached at the moment.',
    detail: `${nothingTaken} Your places are still held: please try again in a moment.`,
  },
  waivers_incomplete: { kind: 'attendees', title: waiversFailed },
  questions_unanswered: { kind: 'attendees' },
  login_required: { kind: 'login_required' },
  terms_not_accepted: { kind: 'form' },
  invalid: { kind: 'form' },
}

/** Another name under which the server may speak of a field of the form. */
const askedUnder: Readonly<Record<string, string>> = {
  cardIdentifier: 'card',
  cardholderName: 'card',
  savedCardId: 'card',
  sessionKey: 'card',
  securityCode: 'card',
  termsAccepted: 'terms',
}

/** No answer, or one that says nothing of what was done: the same key must be used to ask again. */
export const isUnsure = ({ status, code }: ApiError): boolean =>
  status === 0 || status >= 500 ? code !== 'provider_unavailable' : code === 'busy' || code === 'in_progress'

/** A failed call as error. `fallback` stands where the server had no words of its own. */
export const toCheckoutError = (error: ApiError, fallback: string = unableToComplete): CheckoutError => {
  if (isUnsure(error)) {
    return {
      kind: 'unknown',
      title: words(error, fallback),
      detail: 'We do not know yet whether your order went through. Trying again will not charge you twice.',
      fields: {},
      things: [],
      said: words(error, fallback),
    }
  }
  const meaning = meanings[error.code] ?? { kind: 'refused' as const }
  const fields = fieldErrors(error)
  const named = Object.keys(fields).length > 0
  return {
    kind: meaning.kind,
    title: meaning.title ?? (meaning.kind === 'form' && named ? formTitle(fields) : words(error, fallback)),
    ...(meaning.detail !== undefined && { detail: meaning.detail }),
    fields,
    things: Object.entries(error.validationMessages)
      .filter(([field]) => field === 'items' || field.startsWith('items.'))
      .flatMap(([, sentences]) => sentences),
    said: error.code === 'waivers_incomplete' ? waiversFailed : words(error, fallback),
  }
}

/** CheckoutError that no call answered: found in the form, or told by the bank. */
export const checkoutError = (
  kind: CheckoutErrorKind,
  title: string,
  { detail, fields = {}, said = title }: { detail?: string; fields?: FieldErrors; said?: string } = {},
): CheckoutError => ({ kind, title, fields, things: [], said, ...(detail !== undefined && { detail }) })

/** Found before anything was sent. */
export const formError = (fields: FieldErrors): CheckoutError =>
  checkoutError('form', formTitle(fields), { fields, said: '' })

export const challengeFailed: CheckoutError = checkoutError(
  'challenge_failed',
  'Your bank did not approve the payment.',
  {
    detail: `${nothingTaken} Your places are still held: try again, or use another card.`,
  },
)

export const challengeAbandoned: CheckoutError = checkoutError(
  'challenge_abandoned',
  "Your bank's check was closed before it was finished.",
  { detail: `${nothingTaken} All you entered is still here; enter your card again when you are ready.` },
)

export const bankDeclined: CheckoutError = checkoutError('declined', 'The card was declined.', {
  detail: `${nothingTaken} Your places are still held: try another card, or ask your bank why.`,
})

export const paymentReleased: CheckoutError = checkoutError(
  'place_lost',
  'Your places could not be booked.',
  {
    detail: `A place was gone before the order could be made. ${nothingTaken} If your bank shows the sum as reserved, it lets go of it by itself.`,
  },
)

export const paymentReturned: CheckoutError = checkoutError(
  'place_lost',
  'Your places could not be booked.',
  {
    detail:
      'A place was gone before the order could be made. What had been taken goes back to your card in full.',
  },
)

const formTitle = (fields: FieldErrors): string =>
  Object.keys(fields).length === 1 ? 'One thing needs another look' : 'Some things need another look'

/** That something has gone wrong is known already: it is no word of the server's. */
const words = ({ told }: ApiError, fallback: string): string =>
  told === undefined || told === somethingWentWrong ? fallback : told

/** `billing_postcode` and `billingPostcode` are one field; what belongs to the card stands at the card. */
const fieldErrors = (error: ApiError): FieldErrors => {
  if (error.code === 'terms_not_accepted') return { terms: [error.message] }
  if (error.code !== 'invalid') return {}
  const found: Record<string, readonly string[]> = {}
  for (const [path, sentences] of Object.entries(error.validationMessages)) {
    const name = camelName(path.split('.')[0] ?? path)
    const field = askedUnder[name] ?? name
    found[field] = [...(found[field] ?? []), ...sentences]
  }
  return found
}
