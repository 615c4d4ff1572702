import type { FromWallets, ToWallets } from '#contract/paymentFrames.ts'
import { elementOf, openChannel, textOf, watchHeight } from './channel.ts'
import type { Elements, Stripe } from './stripe.ts'

/**
 * Apple Pay and Google Pay by Stripe's Express Checkout Element. The payment method made here is confirmed by our server
 * like a card from the card fields.
 */

type Press = { resolve: () => void; reject: () => void }

type Confirmation = {
  paymentFailed: (failure: { reason: string }) => void
  billingDetails?: {
    name?: string
    email?: string
    address?: { line1?: string; city?: string; postal_code?: string }
  }
}

let elements: Elements | null = null
let pressed: Press | null = null
let isOffered = false

const confirm = async (stripe: Stripe, group: Elements, event: Confirmation): Promise<void> => {
  const submitted = await group.submit()
  const made = submitted.error === undefined ? await stripe.createPaymentMethod({ elements: group }) : {}
  if (made.paymentMethod === undefined) {
    event.paymentFailed({ reason: 'fail' })
    return
  }
  const { name = '', email = '', address = {} } = event.billingDetails ?? {}
  tell({
    type: 'wallet:done',
    cardIdentifier: made.paymentMethod.id,
    cardholderName: name,
    email,
    addressLineOne: address.line1 ?? '',
    city: address.city ?? '',
    postcode: address.postal_code ?? '',
  })
}

const mount = (stripe: Stripe, payment: { amount: number; currency: string }): Elements => {
  const group = stripe.elements({
    mode: 'payment',
    captureMethod: 'manual',
    paymentMethodCreation: 'manual',
    paymentMethodTypes: ['card'],
    ...payment,
  })
  const buttons = group.create('expressCheckout', {
    emailRequired: true,
    billingAddressRequired: true,
    buttonHeight: 48,
    paymentMethods: {
      applePay: 'auto',
      googlePay: 'auto',
      link: 'never',
      paypal: 'never',
      amazonPay: 'never',
      klarna: 'never',
    },
  })
  buttons.on<{ availablePaymentMethods?: { applePay?: boolean; googlePay?: boolean } }>(
    'ready',
    ({ availablePaymentMethods: wallets }) => {
      isOffered = wallets?.applePay === true || wallets?.googlePay === true
      measure()
    },
  )
  // The page answers before the sheet opens, within the second that Stripe allows.
  buttons.on<Press>('click', (event) => {
    pressed = event
    tell({ type: 'wallet:pressed' })
  })
  buttons.on<Confirmation>('confirm', (event) => void confirm(stripe, group, event))
  buttons.mount('#wallets')
  return group
}

const company = window.Stripe?.(textOf('key'))

const tell = openChannel<{ from: ToWallets; to: FromWallets }>((message) => {
  if (message.type === 'wallet:start') {
    const payment = { amount: message.amount, currency: message.currency }
    if (elements !== null) elements.update(payment)
    else if (company !== undefined) elements = mount(company, payment)
    return
  }
  if (message.type === 'wallet:open') pressed?.resolve()
  else pressed?.reject()
  pressed = null
})
const measure = watchHeight(elementOf('wallet'), (height) =>
  tell({ type: 'wallet:height', height: isOffered ? height : 0 }),
)
measure()
if (company !== undefined) tell({ type: 'wallet:ready' })
