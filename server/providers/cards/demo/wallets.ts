import * as messages from '#server/messages/en/providers.ts'
import { answerPage } from '#server/platform/page.ts'

/*
 * The demo company's wallet: a button in a frame of the checkout page, and a sheet below it with the payer's details and
 * cards, as the wallets of phones have them. It ends in a card identifier like the card fields. The messages, which the
 * wallets of every company speak:
 *
 *   page -> frame  { type: 'wallet:start', sessionKey, amount, currency, formattedAmount, look }
 *                  { type: 'wallet:open' }     after `wallet:pressed`: the page has no objection
 *                  { type: 'wallet:refuse' }   it has one, which it shows itself
 *   frame -> page  { type: 'wallet:ready' }    it listens
 *                  { type: 'wallet:height', height }   in CSS pixels; 0 where this browser has no wallet
 *                  { type: 'wallet:pressed' }
 *                  { type: 'wallet:done', cardIdentifier, cardholderName, email, addressLineOne, city, postcode }
 *                  { type: 'wallet:expired' }  the session is over: prepare anew and start again
 */

const payer = {
  cardholderName: messages.demoWalletPayer,
  email: 'robin@example.test',
  addressLineOne: '1 Example Street',
  city: 'Exampleton',
  postcode: 'ZZ1 1ZZ',
}

const style = `
*{box-sizing:border-box}
html,body{margin:0;background:transparent;color:#17141f;font:16px/1.4 var(--font,Roboto,-apple-system,"Segoe UI","Helvetica Neue",Arial,sans-serif)}
html{font-size:var(--font-size,16px)}body{font-size:1rem}
main{display:grid;gap:12px;padding:4px}
button,select{font:inherit;width:100%;min-height:48px;border-radius:8px;cursor:pointer}
button{border:0;background:#17141f;color:#fff;font-weight:700}
button.quiet{background:none;color:#17141f;min-height:44px;text-decoration:underline}
button[disabled]{opacity:.6}
select{padding:8px 12px;border:1.5px solid #857f93;background:#fff;color:inherit}
button:focus-visible,select:focus-visible{outline:3px solid var(--focus,#2f6fde);outline-offset:1px}
form{display:grid;gap:12px;padding:16px;border:1px solid #c9c4d4;border-radius:12px;background:#fff}
h1{margin:0;font-size:1.125rem}
p{margin:0}
label{display:grid;gap:6px;font-weight:700;font-size:.875rem}
.error{color:#b3231b;font-weight:700}
.error:empty,[hidden]{display:none!important}
@media (forced-colors:active){button{border:1px solid ButtonText}}
`

const script = `
'use strict';
(() => {
  const { allowed: list, payer: details, total, failed } = document.body.dataset
  const allowed = JSON.parse(list).concat(location.origin)
  const payer = JSON.parse(details)
  const main = document.querySelector('main')
  const open = document.getElementById('open')
  const sheet = document.getElementById('sheet')
  const pay = document.getElementById('pay')
  const error = document.getElementById('error')
  let page = null
  let session = null
  const tell = (message, to) => { if (window.parent !== window) window.parent.postMessage(message, to || page || '*') }
  const measure = () => tell({ type: 'wallet:height', height: Math.ceil(main.getBoundingClientRect().height) + 2 })
  const show = (isOpen) => {
    sheet.hidden = !isOpen
    open.hidden = isOpen
    error.textContent = ''
    measure()
    if (isOpen) pay.focus()
    else open.focus()
  }
  const submit = async () => {
    if (session === null || pay.disabled) return
    pay.disabled = true
    error.textContent = ''
    try {
      const answer = await fetch('api/v1/card-identifiers', {
        method: 'POST',
        credentials: 'omit',
        headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ' + session },
        body: JSON.stringify({ cardDetails: {
          cardholderName: payer.cardholderName,
          cardNumber: '400000000000' + document.getElementById('card').value,
          expiryDate: '12/40',
          securityCode: '123',
        } }),
      })
      if (answer.status === 401) tell({ type: 'wallet:expired' })
      else if (answer.ok) {
        const { cardIdentifier } = await answer.json()
        show(false)
        tell({ type: 'wallet:done', cardIdentifier, ...payer })
      } else error.textContent = failed
    } catch {
      error.textContent = failed
    } finally {
      pay.disabled = false
      measure()
    }
  }
  const wear = ({ fontFamily, fontSize, focus, fonts }) => {
    const { style } = document.documentElement
    if (fontFamily) style.setProperty('--font', String(fontFamily))
    if (fontSize) style.setProperty('--font-size', String(fontSize))
    if (focus) style.setProperty('--focus', String(focus))
    for (const { family, weight, url } of fonts || []) {
      const face = new FontFace(String(family), 'url("' + encodeURI(String(url)) + '")', { weight: String(weight) })
      document.fonts.add(face)
      face.load().catch(() => {})
    }
  }
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || !allowed.includes(event.origin)) return
    page = event.origin
    const message = event.data || {}
    if (message.type === 'wallet:start') {
      session = String(message.sessionKey)
      pay.textContent = total.replace('{total}', String(message.formattedAmount || ''))
      if (message.look) wear(message.look)
    }
    if (message.type === 'wallet:open') show(true)
  })
  open.addEventListener('click', () => tell({ type: 'wallet:pressed' }))
  document.getElementById('close').addEventListener('click', () => show(false))
  sheet.addEventListener('submit', (event) => { event.preventDefault(); void submit() })
  sheet.addEventListener('keydown', ({ key }) => { if (key === 'Escape') show(false) })
  new ResizeObserver(measure).observe(main)
  tell({ type: 'wallet:ready' }, '*')
  measure()
})()
`

const cards = [
  ['0001', messages.demoWalletCards.accepted],
  ['0002', messages.demoWalletCards.declined],
  ['0003', messages.demoWalletCards.challenged],
  ['0005', messages.demoWalletCards.pending],
] as const

/**
 * The page with the wallet's button.
 * @param pages origins whose pages may show it and speak with it
 */
export const walletsPage = (pages: readonly string[]): Response =>
  answerPage({
    title: messages.wallets,
    style,
    script,
    data: {
      allowed: JSON.stringify(pages),
      payer: JSON.stringify(payer),
      total: messages.payTotal,
      failed: messages.walletFailed,
    },
    connect: ["'self'"],
    fonts: ["'self'", ...pages],
    frameAncestors: pages,
    body: `<main aria-label="${messages.wallets}">
<button type="button" id="open">${messages.payWithDemoWallet}</button>
<form id="sheet" hidden aria-labelledby="title">
<h1 id="title">${messages.demoWallet}</h1>
<p>${payer.cardholderName}<br>${payer.email}<br>${payer.postcode}</p>
<label>${messages.demoWalletCard}<select id="card">
${cards.map(([ending, words]) => `<option value="${ending}">${words}</option>`).join('\n')}
</select></label>
<p class="error" id="error" role="alert"></p>
<button type="submit" id="pay">${messages.pay}</button>
<button type="button" class="quiet" id="close">${messages.closeWallet}</button>
</form>
</main>`,
  })
