import type { Basket } from '#contract/baskets.ts'
import type { CheckoutTerms } from './AcceptTerms.tsx'
import type { Channel } from '#web/platform/channel.ts'
import { browserInfo } from './browserInfo.ts'
import { splitName, type PayerFields, type RequiredFields } from './checkoutFields.ts'
import type { PaymentOrder } from './paymentFlow.ts'
import type { Payment } from './paymentState.ts'

/** What the form pays for, with its button labels. */
export type Purchase = {
  /** Null where no basket is paid for: then neither credit nor the account can pay. */
  basket: Basket | null
  order: Pick<
    PaymentOrder['complete'],
    | 'source'
    | 'joiningId'
    | 'moveId'
    | 'invoiceId'
    | 'hirerCode'
    | 'invoiceAmount'
    | 'totalDisplayed'
    | 'itemHash'
    | 'payments'
    | 'completedWaivers'
  >
  formattedBalance: string
  /** The button where nothing is paid by card, and while it is busy. */
  confirm: string
  confirming: string
  /** Under the button where neither a card nor the account is charged. */
  nothingToPay: string
  /** What a browser without script says, where it is not about a basket. */
  withoutScript?: string
  /** False where the receipt goes to an address that the venue has. */
  asksForEmail?: boolean
  /** The card is saved without a checkbox. */
  savesCard?: boolean
}

export const buildPaymentOrder = ({
  purchase,
  terms,
  values,
  required,
  session,
  channel,
  saveCard,
  onAccount,
}: {
  purchase: Purchase
  terms: CheckoutTerms
  values: PayerFields
  required: RequiredFields
  session: Payment['session']
  channel: Pick<Channel, 'checkout'>
  saveCard: boolean
  onAccount: boolean
}): Omit<PaymentOrder, 'card'> => {
  const { order, basket } = purchase
  const complete = {
    ...order,
    ...(basket !== null && { totalDisplayed: basket.total }),
    terms: terms.map(({ id }) => id),
    termsAccepted: true,
    payments: [
      ...(order.payments ?? []),
      ...(onAccount && basket !== null
        ? [{ tenderType: 'customer_account_online' as const, amount: basket.balance }]
        : []),
    ],
    ...(required.email && { email: values.email.trim() }),
  }
  const { email: _, billingName, ...address } = values
  const billing = { ...address, ...splitName(billingName) }
  return {
    authorise: {
      ...(required.billing ? billing : {}),
      // Of a saved card: a membership is collected from it from now on.
      ...((required.billing || saveCard) && { saveCard }),
      ...browserInfo(),
      ...channel.checkout,
      sessionKey: session?.sessionKey ?? '',
      ...complete,
    },
    complete,
  }
}
