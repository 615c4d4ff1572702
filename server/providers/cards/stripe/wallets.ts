import * as messages from '#server/messages/en/cards.ts'
import { answerPage } from '#server/platform/page.ts'
import { stripeOrigins, stripeScript } from './pages.ts'

/*
 * Apple Pay and Google Pay by Stripe's Express Checkout Element. Speaks the messages of the demo company's wallet
 * (demo/wallets.ts). The payment method made here is confirmed by our server like a card from the card fields.
 */

const style = `
html,body{margin:0;background:transparent}
main{padding:4px}
`

const script = `
'use strict';
(() => {
  const { allowed: list, key } = document.body.dataset
  const allowed = JSON.parse(list).concat(location.origin)
  const main = document.querySelector('main')
  let page = null
  let elements = null
  let pressed = null
  let isOffered = false
  const tell = (message, to) => { if (window.parent !== window) window.parent.postMessage(message, to || page || '*') }
  const measure = () => tell({ type: 'wallet:height', height: isOffered ? Math.ceil(main.getBoundingClientRect().height) + 2 : 0 })
  if (!window.Stripe) { measure(); return }
  const stripe = window.Stripe(key)
  const mount = (payment) => {
    elements = stripe.elements({ mode: 'payment', captureMethod: 'manual', paymentMethodCreation: 'manual', paymentMethodTypes: ['card'], ...payment })
    const buttons = elements.create('expressCheckout', {
      emailRequired: true,
      billingAddressRequired: true,
      buttonHeight: 48,
      paymentMethods: { applePay: 'auto', googlePay: 'auto', link: 'never', paypal: 'never', amazonPay: 'never', klarna: 'never' },
    })
    buttons.on('ready', ({ availablePaymentMethods: wallets }) => {
      isOffered = Boolean(wallets && (wallets.applePay || wallets.googlePay))
      measure()
    })
    // The page answers before the sheet opens, within the second that Stripe allows.
    buttons.on('click', (event) => {
      pressed = event
      tell({ type: 'wallet:pressed' })
    })
    buttons.on('confirm', async (event) => {
      const submitted = await elements.submit()
      const made = submitted.error ? submitted : await stripe.createPaymentMethod({ elements })
      if (made.error) return event.paymentFailed({ reason: 'fail' })
      const { name, email, address } = event.billingDetails || {}
      const { line1, city, postal_code: postcode } = address || {}
      tell({
        type: 'wallet:done',
        cardIdentifier: made.paymentMethod.id,
        cardholderName: name || '',
        email: email || '',
        addressLineOne: line1 || '',
        city: city || '',
        postcode: postcode || '',
      })
    })
    buttons.mount('#wallets')
  }
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || !allowed.includes(event.origin)) return
    page = event.origin
    const message = event.data || {}
    if (message.type === 'wallet:start') {
      const payment = { amount: Number(message.amount), currency: String(message.currency) }
      if (elements === null) mount(payment)
      else elements.update(payment)
    }
    if (pressed === null) return
    if (message.type === 'wallet:open') pressed.resolve()
    if (message.type === 'wallet:refuse') pressed.reject()
    if (message.type === 'wallet:open' || message.type === 'wallet:refuse') pressed = null
  })
  new ResizeObserver(measure).observe(main)
  tell({ type: 'wallet:ready' }, '*')
})()
`

export const stripeWalletsPage = (publishableKey: string, pages: readonly string[]): Response =>
  answerPage({
    title: messages.wallets,
    style,
    script,
    scripts: stripeOrigins,
    frames: [...stripeOrigins, 'https://hooks.stripe.com', 'https://pay.google.com'],
    connect: ['https://api.stripe.com'],
    data: { allowed: JSON.stringify(pages), key: publishableKey },
    frameAncestors: pages,
    body: `<main aria-label="${messages.wallets}"><div id="wallets"></div></main>
<script src="${stripeScript}"></script>`,
  })
