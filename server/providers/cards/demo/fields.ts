import * as messages from '#server/messages/en/providers.ts'
import { answerPage } from '#server/platform/page.ts'

/*
 * The card fields of the demo company: a page of its own that stands in a frame of a checkout page, so that the
 * checkout page never sees a card number. They speak by messages:
 *
 *   page -> frame  { type: 'card:start', sessionKey, savedCard: { externalIdentifier, label } | null, cardholderName,
 *                    asksName, look }                asksName: false where the page asks for the name itself
 *                  { type: 'card:submit', cardholderName, isQuiet }   isQuiet: what is wrong takes no focus
 *                  { type: 'card:focus', field }
 *   frame -> page  { type: 'card:ready' }            it listens
 *                  { type: 'card:height', height }   how tall its content is, in CSS pixels
 *                  { type: 'card:enter' }            Enter was pressed in a field: pay
 *                  { type: 'card:done', cardIdentifier, cardholderName }
 *                  { type: 'card:invalid', message, errors }   something typed is wrong: the first, and each by field
 *                  { type: 'card:edited', field }  something is typed into a field
 *                  { type: 'card:expired' }          the session is over: prepare anew and start again
 *                  { type: 'card:failed' }           the company could not be reached
 */

const style = `
*{box-sizing:border-box}
html,body{margin:0;background:transparent;color:#17141f;font:16px/1.4 var(--font,Roboto,-apple-system,"Segoe UI","Helvetica Neue",Arial,sans-serif)}
html{font-size:var(--font-size,16px)}body{font-size:1rem}
form{display:grid;grid-template-columns:1fr 1fr;gap:16px;padding:4px}
.field{display:grid;gap:6px;align-content:start;min-width:0}
.wide{grid-column:1/-1}
label{font-weight:700;font-size:.875rem}
.hint{color:#595466;font-size:.875rem;margin:0}
input{font:inherit;color:inherit;width:100%;min-height:46px;padding:8px 14px;border:1.5px solid #857f93;border-radius:8px;background:#fff}
input:focus-visible{outline:2px solid var(--focus,#2f6fde);outline-offset:0;border-color:var(--focus,#2f6fde)}
input[aria-invalid=true]{border:2px solid #b3231b}
.error{color:#b3231b;font-size:.875rem;font-weight:700;margin:0}
.error:empty{display:none}
[hidden]{display:none!important}
@media (max-width:300px){form{grid-template-columns:1fr}}
@media (forced-colors:active){input{border:1px solid ButtonText}}
`

const script = `
'use strict';
(() => {
  const form = document.getElementById('card')
  const allowed = JSON.parse(document.body.dataset.allowed).concat(location.origin)
  const own = window.parent !== window
  let page = null
  let session = null
  let saved = null
  let isCodeSent = false
  let busy = false
  let asksName = true
  const tell = (message, to) => { if (own) window.parent.postMessage(message, to || page || '*') }
  const fields = ['cardholderName', 'cardNumber', 'expiryDate', 'securityCode']
  const input = (name) => document.getElementById(name)
  const shown = () => saved ? ['securityCode'] : fields.filter((name) => asksName || name !== 'cardholderName')
  const measure = () => tell({ type: 'card:height', height: Math.ceil(form.getBoundingClientRect().height) + 2 })

  const setError = (name, message) => {
    input(name).setAttribute('aria-invalid', message ? 'true' : 'false')
    document.getElementById(name + '-error').textContent = message || ''
  }
  const showErrors = (errors, isQuiet) => {
    for (const name of fields) setError(name, errors[name] && errors[name][0])
    const wrong = shown().filter((name) => errors[name])
    if (wrong.length > 0 && !isQuiet) input(wrong[0]).focus()
    measure()
    return wrong
  }

  const answerOf = async (path, body) => {
    const answer = await fetch(path, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ' + session },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: answer.status === 204 ? {} : await answer.json() }
  }

  const submit = async ({ cardholderName, isQuiet }) => {
    if (busy || session === null) return
    if (!asksName) input('cardholderName').value = String(cardholderName || '')
    busy = true
    try {
      const securityCode = input('securityCode').value
      const answer = saved
        ? await answerOf('api/v1/card-identifiers/' + encodeURIComponent(saved) + '/security-code', { securityCode })
        : await answerOf('api/v1/card-identifiers', { cardDetails: {
            cardholderName: input('cardholderName').value,
            cardNumber: input('cardNumber').value,
            expiryDate: input('expiryDate').value,
            securityCode,
          } })
      if (answer.status === 401) tell({ type: 'card:expired' })
      else if (answer.status === 422) {
        const said = answer.body.errors || {}
        const wrong = showErrors(said, isQuiet)
        const errors = Object.fromEntries(wrong.map((name) => [name, said[name][0]]))
        tell({ type: 'card:invalid', message: wrong.length > 0 ? errors[wrong[0]] : '', errors })
      }
      else if (answer.status >= 400) tell({ type: 'card:failed' })
      else {
        showErrors({})
        isCodeSent = true
        tell({
          type: 'card:done',
          cardIdentifier: saved || answer.body.cardIdentifier,
          cardholderName: input('cardholderName').value.trim(),
        })
      }
    } catch {
      tell({ type: 'card:failed' })
    } finally {
      busy = false
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

  const start = (message) => {
    session = String(message.sessionKey)
    const savedBefore = saved
    asksName = message.asksName !== false
    if (message.look) wear(message.look)
    saved = message.savedCard ? String(message.savedCard.externalIdentifier) : null
    for (const name of fields) input(name).closest('.field').hidden = !shown().includes(name)
    document.getElementById('saved').hidden = !saved
    document.getElementById('saved').textContent = saved ? String(message.savedCard.label || '') : ''
    if (message.cardholderName && !input('cardholderName').value) input('cardholderName').value = message.cardholderName
    // A code serves one attempt; one typed since the last attempt belongs to the next.
    if (isCodeSent || saved !== savedBefore) input('securityCode').value = ''
    isCodeSent = false
    showErrors({})
  }

  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || !allowed.includes(event.origin)) return
    page = event.origin
    const message = event.data || {}
    if (message.type === 'card:start') start(message)
    if (message.type === 'card:submit') void submit(message)
    if (message.type === 'card:focus' && fields.includes(message.field)) input(message.field).focus()
  })
  input('securityCode').addEventListener('input', () => { isCodeSent = false })
  for (const name of fields) input(name).addEventListener('input', () => { setError(name, ''); measure(); tell({ type: 'card:edited', field: name }) })
  form.addEventListener('submit', (event) => { event.preventDefault(); tell({ type: 'card:enter' }) })
  input('cardNumber').addEventListener('input', () => {
    const field = input('cardNumber')
    if (field.selectionStart !== field.value.length) return
    field.value = field.value.replace(/[^0-9]/g, '').slice(0, 19).replace(/(.{4})(?=.)/g, '$1 ')
  })
  input('expiryDate').addEventListener('input', (event) => {
    const field = input('expiryDate')
    if (event.inputType && event.inputType.startsWith('delete')) return
    const digits = field.value.replace(/[^0-9]/g, '').slice(0, 4)
    if (field.selectionStart === field.value.length) field.value = digits.length > 2 ? digits.slice(0, 2) + ' / ' + digits.slice(2) : digits
  })
  new ResizeObserver(measure).observe(form)
  tell({ type: 'card:ready' }, '*')
  measure()
})()
`

const field = (name: string, label: string, attributes: string, hint = '', wide = ''): string => `
<div class="field${wide}">
  <label for="${name}">${label}</label>${hint === '' ? '' : `\n  <p class="hint" id="${name}-hint">${hint}</p>`}
  <input id="${name}" required aria-required="true" aria-invalid="false" aria-describedby="${hint === '' ? '' : `${name}-hint `}${name}-error" ${attributes}>
  <p class="error" id="${name}-error" aria-live="polite"></p>
</div>`

/**
 * The page with the card fields.
 * @param pages origins whose pages may show it and speak with it
 */
export const fieldsPage = (pages: readonly string[]): Response =>
  answerPage({
    title: messages.cardDetails,
    style,
    script,
    data: { allowed: JSON.stringify(pages) },
    connect: ["'self'"],
    fonts: ["'self'", ...pages],
    frameAncestors: pages,
    body: `<form id="card" novalidate aria-label="${messages.cardDetails}">
<p id="saved" class="wide" hidden></p>
${field('cardholderName', messages.nameOnCard, 'autocomplete="cc-name" maxlength="100" autocapitalize="words" spellcheck="false"', '', ' wide')}
${field('cardNumber', messages.cardNumber, 'autocomplete="cc-number" inputmode="numeric" maxlength="30"', '', ' wide')}
${field('expiryDate', messages.expiryDate, 'autocomplete="cc-exp" inputmode="numeric" maxlength="7"', messages.expiryDateHint)}
${field('securityCode', messages.securityCode, 'autocomplete="cc-csc" inputmode="numeric" maxlength="4"', messages.securityCodeHint)}
<button type="submit" hidden>${messages.pay}</button>
<noscript><p class="wide">${messages.scriptNeeded}</p></noscript>
</form>`,
  })
