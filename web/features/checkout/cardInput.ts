import type { checkout } from '#contract/checkout.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { PreparedCheckout } from '#contract/transactions.ts'
import type { FieldErrors } from './checkoutErrors.ts'

/** The card form, whichever provider it belongs to. */
export type CardInput = {
  /** Sends the card to the provider, which answers with an identifier. Throws CardRefusedError. `isQuiet`: the focus stays where it is. */
  identify: (options?: { isQuiet?: boolean }) => Promise<IdentifiedCard>
  /** Moves the focus to a field of the form, by its name there. */
  focusField: (field: string) => void
}

/** What the card form needs of the session that was prepared for it. */
export type CardFormSession = Pick<
  PreparedCheckout,
  'paymentProvider' | 'sessionKey' | 'mode' | 'paymentProviderConfiguration'
>

export type IdentifiedCard = Pick<
  Sent<typeof checkout.authorise>,
  'cardIdentifier' | 'savedCardId' | 'cardholderName'
>

/** The card form or the provider refused the card before anything was charged. */
export class CardRefusedError extends Error {
  override name = 'CardRefusedError'
  readonly fields: FieldErrors
  /** The session with the provider has ended: a new one is needed before the card can be sent again. */
  readonly sessionExpired: boolean

  constructor(fields: FieldErrors, { sessionExpired = false }: { sessionExpired?: boolean } = {}) {
    super(Object.values(fields).flat().join(' '))
    this.fields = fields
    this.sessionExpired = sessionExpired
  }
}
