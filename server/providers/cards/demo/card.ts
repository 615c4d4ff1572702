import { operatorMessages } from '#server/messages/languages.ts'
import { answerPage } from '#server/platform/raw.ts'
import type { Behaviour, ReadCard } from './sql.ts'

/*
 * A card as the demo company reads it. Any number of the right length is a card here, so that the endings
 * below can be typed by hand. The number itself goes no further than this file.
 */

export type CardErrors = Partial<
  Record<'cardholderName' | 'cardNumber' | 'expiryDate' | 'securityCode', string[]>
>

/** What a card does, by its last four digits (wire §9; 0259 is ours, after Stripe's card). Any other is accepted. */
const demoCards: readonly (readonly [lastFour: string, Behaviour])[] = [
  ['0006', 'authorise'],
  ['0002', 'decline'],
  ['0003', 'challenge_pass'],
  ['0004', 'challenge_fail'],
  ['0005', 'pend'],
  ['0259', 'dispute'],
]

/** Each demo card with what it does, as a line for people who try the product. */
export const listDemoCards = (): string[] =>
  demoCards.map(([lastFour, behaviour]) =>
    operatorMessages().providers.demoCard({
      number: `4000 0000 0000 ${lastFour}`,
      does: operatorMessages().providers.demoCardDoes[behaviour],
    }),
  )

const brands: readonly [RegExp, string][] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'Mastercard'],
  [/^3[47]/, 'American Express'],
]

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/**
 * Reads what was typed into the card form: `cardholderName`, `cardNumber`, `expiryDate` (MMYY) and
 * `securityCode`.
 * @returns the card, or what is wrong with each field
 */
export const readCard = (typed: Record<string, unknown>, now: Date): ReadCard | { errors: CardErrors } => {
  const number = text(typed['cardNumber']).replace(/[\s-]/g, '')
  const expiry = text(typed['expiryDate']).replace(/[\s/]/g, '')
  const cardHolderName = text(typed['cardholderName'])
  const errors: CardErrors = {}
  if (cardHolderName === '' || cardHolderName.length > 100)
    errors.cardholderName = [operatorMessages().providers.enterName]
  if (!/^\d{12,19}$/.test(number)) errors.cardNumber = [operatorMessages().providers.enterNumber]
  const wrongExpiry = whyNotExpiry(expiry, now)
  if (wrongExpiry !== null) errors.expiryDate = [wrongExpiry]
  if (!isSecurityCode(typed['securityCode']))
    errors.securityCode = [operatorMessages().providers.enterSecurityCode]
  if (Object.keys(errors).length > 0) return { errors }
  const lastFour = number.slice(-4)
  return {
    cardHolderName,
    brand: brands.find(([prefix]) => prefix.test(number))?.[1] ?? 'Demo',
    lastFour,
    expiry,
    behaviour: demoCards.find(([ending]) => ending === lastFour)?.[1] ?? 'authorise',
  }
}

export const isSecurityCode = (typed: unknown): boolean => /^\d{3,4}$/.test(text(typed))

const whyNotExpiry = (expiry: string, now: Date): string | null => {
  const month = Number(expiry.slice(0, 2))
  if (!/^\d{4}$/.test(expiry) || month < 1 || month > 12) return operatorMessages().providers.enterExpiryDate
  // A card is good until the end of its month.
  const ends = Date.UTC(2000 + Number(expiry.slice(2)), month, 1)
  return ends <= now.getTime() ? operatorMessages().providers.cardExpired : null
}

/*
 * The card fields of the demo company: a page of its own that stands in a frame of a checkout page, so that the
 * checkout page never sees a card number. They speak by the messages of contract/paymentFrames.ts.
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

const field = (name: string, label: string, attributes: string, hint = '', wide = ''): string => `
<div class="field${wide}">
  <label for="${name}">${label}</label>${hint === '' ? '' : `\n  <p class="hint" id="${name}-hint">${hint}</p>`}
  <input id="${name}" required aria-required="true" aria-invalid="false" aria-describedby="${hint === '' ? '' : `${name}-hint `}${name}-error" ${attributes}>
  <p class="error" id="${name}-error" aria-live="polite"></p>
</div>`

/**
 * The page with the card fields.
 * @param pages origins whose pages may show it and speak with it
 * @param module the address of the built web/frames/demoCard.ts
 */
export const fieldsPage = (pages: readonly string[], module: string): Response =>
  answerPage({
    language: operatorMessages().format.language,
    title: operatorMessages().providers.cardDetails,
    style,
    module,
    data: { allowed: JSON.stringify(pages) },
    connect: ["'self'"],
    fonts: ["'self'", ...pages],
    frameAncestors: pages,
    body: `<form id="card" novalidate aria-label="${operatorMessages().providers.cardDetails}">
<p id="saved" class="wide" hidden></p>
${field('cardholderName', operatorMessages().providers.nameOnCard, 'autocomplete="cc-name" maxlength="100" autocapitalize="words" spellcheck="false"', '', ' wide')}
${field('cardNumber', operatorMessages().providers.cardNumber, 'autocomplete="cc-number" inputmode="numeric" maxlength="30"', '', ' wide')}
${field('expiryDate', operatorMessages().providers.expiryDate, 'autocomplete="cc-exp" inputmode="numeric" maxlength="7"', operatorMessages().providers.expiryDateHint)}
${field('securityCode', operatorMessages().providers.securityCode, 'autocomplete="cc-csc" inputmode="numeric" maxlength="4"', operatorMessages().providers.securityCodeHint)}
<button type="submit" hidden>${operatorMessages().providers.pay}</button>
<noscript><p class="wide">${operatorMessages().providers.scriptNeeded}</p></noscript>
</form>`,
  })
