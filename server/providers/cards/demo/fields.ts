import { operatorMessages } from '#server/messages/languages.ts'
import { answerPage } from '#server/platform/page.ts'

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
