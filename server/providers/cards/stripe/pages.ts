import * as messages from '#server/messages/en/providers.ts'
import { answerPage } from '#server/platform/page.ts'
import { escapeHtml } from '#server/platform/raw.ts'

export const stripeScript = 'https://js.stripe.com/clover/stripe.js'

export const stripeOrigins = ['https://js.stripe.com', 'https://*.js.stripe.com']

const style = `
*{box-sizing:border-box}
html,body{margin:0;background:transparent;color:#17141f;font:16px/1.4 var(--font,Roboto,-apple-system,"Segoe UI","Helvetica Neue",Arial,sans-serif)}
form{display:grid;grid-template-columns:1fr 1fr;gap:16px;padding:4px}
.field{display:grid;gap:6px;align-content:start;min-width:0}
.wide{grid-column:1/-1}
label{font-weight:700;font-size:14px}
input,.box{font:inherit;color:inherit;width:100%;min-height:46px;padding:12px 14px;border:1.5px solid #857f93;border-radius:8px;background:#fff}
input:focus-visible,.StripeElement--focus{outline:2px solid var(--focus,#2f6fde);outline-offset:0}
.StripeElement--invalid,input[aria-invalid=true]{border:2px solid #b3231b}
.error{color:#b3231b;font-size:14px;font-weight:700;margin:0}
.error:empty{display:none}
[hidden]{display:none!important}
`

/** Speaks the same messages as the demo company's fields (demo/fields.ts). */
const script = `
'use strict';
(() => {
  const { allowed: list, key, unloaded, nameless, refused } = document.body.dataset
  const allowed = JSON.parse(list).concat(location.origin)
  const form = document.getElementById('card')
  const name = document.getElementById('cardholderName')
  const error = document.getElementById('card-error')
  let page = null
  let saved = null
  let busy = false
  const tell = (message, to) => { if (window.parent !== window) window.parent.postMessage(message, to || page || '*') }
  const measure = () => tell({ type: 'card:height', height: Math.ceil(form.getBoundingClientRect().height) + 2 })
  const say = (message) => { error.textContent = message; measure() }
  if (!window.Stripe) { say(unloaded); tell({ type: 'card:failed' }); return }
  const stripe = window.Stripe(key)
  let parts = null
  let asksName = true
  /** The fields take the font when they are made, so they are made once the page has told it. */
  const mount = ({ fontFamily, focus, fonts }) => {
    const { style } = document.documentElement
    if (fontFamily) style.setProperty('--font', String(fontFamily))
    if (focus) style.setProperty('--focus', String(focus))
    const faces = (fonts || []).map(({ family, weight, url }) =>
      ({ family: String(family), weight: String(weight), src: 'url("' + encodeURI(String(url)) + '")' }))
    for (const { family, weight, src } of faces) {
      const face = new FontFace(family, src, { weight })
      document.fonts.add(face)
      face.load().catch(() => {})
    }
    const elements = stripe.elements({ fonts: faces })
    const base = { color: '#17141f', fontSize: '16px', ...(fontFamily ? { fontFamily: String(fontFamily) } : {}) }
    parts = Object.fromEntries([['number', 'cardNumber'], ['expiry', 'cardExpiry'], ['code', 'cardCvc']].map(([id, kind]) => {
      const element = elements.create(kind, { style: { base } })
      element.mount('#' + id)
      element.on('change', ({ error }) => { if (!error) { say(''); tell({ type: 'card:edited', field: kind }) } })
      document.querySelector('label[for=' + id + ']').addEventListener('click', () => element.focus())
      return [kind, element]
    }))
  }
  const submit = async ({ cardholderName, isQuiet }) => {
    if (busy || parts === null) return
    if (!asksName) name.value = String(cardholderName || '')
    if (saved) return tell({ type: 'card:done', cardIdentifier: saved, cardholderName: name.value.trim() })
    const holder = name.value.trim()
    name.setAttribute('aria-invalid', holder ? 'false' : 'true')
    if (!holder && asksName) { if (!isQuiet) name.focus(); say(nameless); return tell({ type: 'card:invalid', message: nameless }) }
    busy = true
    try {
      const made = await stripe.createPaymentMethod({ type: 'card', card: parts.cardNumber, billing_details: holder ? { name: holder } : {} })
      if (made.error && made.error.type === 'validation_error') { say(made.error.message); tell({ type: 'card:invalid', message: made.error.message }) }
      else if (made.error) { say(refused); tell({ type: 'card:invalid', message: refused }) }
      else { say(''); tell({ type: 'card:done', cardIdentifier: made.paymentMethod.id, cardholderName: holder }) }
    } catch {
      tell({ type: 'card:failed' })
    } finally {
      busy = false
    }
  }
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || !allowed.includes(event.origin)) return
    page = event.origin
    const message = event.data || {}
    if (message.type === 'card:start') {
      saved = message.savedCard ? String(message.savedCard.externalIdentifier) : null
      asksName = message.asksName !== false
      if (parts === null) mount(message.look || {})
      for (const field of document.querySelectorAll('.field')) field.hidden = saved !== null
      if (!asksName) name.closest('.field').hidden = true
      document.getElementById('saved').hidden = saved === null
      document.getElementById('saved').textContent = saved ? String(message.savedCard.label || '') : ''
      if (message.cardholderName && !name.value) name.value = message.cardholderName
      say('')
    }
    if (message.type === 'card:submit') void submit(message)
    if (message.type === 'card:focus' && parts !== null && parts[message.field]) parts[message.field].focus()
  })
  form.addEventListener('submit', (event) => { event.preventDefault(); tell({ type: 'card:enter' }) })
  new ResizeObserver(measure).observe(form)
  tell({ type: 'card:ready' }, '*')
  measure()
})()
`

/** Stripe's own card fields on a page of ours, so that a checkout page deals with every company alike. */
export const stripeFieldsPage = (publishableKey: string, pages: readonly string[]): Response =>
  answerPage({
    title: messages.cardDetails,
    style,
    script,
    scripts: stripeOrigins,
    frames: [...stripeOrigins, 'https://hooks.stripe.com'],
    connect: ['https://api.stripe.com'],
    data: {
      allowed: JSON.stringify(pages),
      key: publishableKey,
      unloaded: messages.formNotLoaded,
      nameless: messages.enterName,
      refused: messages.detailsNotAccepted,
    },
    frameAncestors: pages,
    body: `<form id="card" novalidate aria-label="${messages.cardDetails}">
<p id="saved" class="wide" hidden></p>
<div class="field wide"><label for="cardholderName">${messages.nameOnCard}</label>
<input id="cardholderName" required aria-required="true" autocomplete="cc-name" maxlength="100" spellcheck="false"></div>
<div class="field wide"><label for="number">${messages.cardNumber}</label><div class="box" id="number"></div></div>
<div class="field"><label for="expiry">${messages.expiryDate}</label><div class="box" id="expiry"></div></div>
<div class="field"><label for="code">${messages.securityCode}</label><div class="box" id="code"></div></div>
<p class="error wide" id="card-error" role="alert"></p>
<button type="submit" hidden>${messages.pay}</button>
</form>
<script src="${stripeScript}"></script>`,
  })

const leadOn = `location.replace(document.body.dataset.address)`

/**
 * Leads the frame on to the bank. By script, because a form may lead no further than its own page allows, and
 * banks have many addresses.
 */
export const toTheBankPage = (address: string, pages: readonly string[]): Response =>
  answerPage({
    title: messages.toYourBank,
    style,
    script: leadOn,
    data: { address },
    frameAncestors: pages,
    body: `<p><a href="${escapeHtml(address)}">${messages.continueToBank}</a></p>`,
  })

export const nothingToConfirmPage = (pages: readonly string[]): Response =>
  answerPage({
    title: messages.nothingToConfirm,
    style,
    status: 404,
    frameAncestors: pages,
    body: `<p>${messages.backToShop}</p>`,
  })

/*
 * Apple Pay and Google Pay by Stripe's Express Checkout Element. Speaks the messages of the demo company's wallet
 * (demo/wallets.ts). The payment method made here is confirmed by our server like a card from the card fields.
 */

const walletsStyle = `
html,body{margin:0;background:transparent}
main{padding:4px}
`

const walletsScript = `
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
    style: walletsStyle,
    script: walletsScript,
    scripts: stripeOrigins,
    frames: [...stripeOrigins, 'https://hooks.stripe.com', 'https://pay.google.com'],
    connect: ['https://api.stripe.com'],
    data: { allowed: JSON.stringify(pages), key: publishableKey },
    frameAncestors: pages,
    body: `<main aria-label="${messages.wallets}"><div id="wallets"></div></main>
<script src="${stripeScript}"></script>`,
  })
