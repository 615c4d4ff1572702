import { operatorMessages } from '#server/messages/languages.ts'
import { answerPage, escapeHtml } from '#server/platform/raw.ts'

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

/**
 * Stripe's own card fields on a page of ours, so that a checkout page deals with every company alike.
 * @param module the address of the built web/frames/stripeCard.ts
 */
export const stripeFieldsPage = (
  publishableKey: string,
  pages: readonly string[],
  module: string,
): Response =>
  answerPage({
    language: operatorMessages().format.language,
    title: operatorMessages().providers.cardDetails,
    style,
    module,
    scripts: stripeOrigins,
    frames: [...stripeOrigins, 'https://hooks.stripe.com'],
    connect: ['https://api.stripe.com'],
    data: {
      allowed: JSON.stringify(pages),
      key: publishableKey,
      unloaded: operatorMessages().providers.formNotLoaded,
      nameless: operatorMessages().providers.enterName,
      refused: operatorMessages().providers.detailsNotAccepted,
    },
    frameAncestors: pages,
    body: `<form id="card" novalidate aria-label="${operatorMessages().providers.cardDetails}">
<p id="saved" class="wide" hidden></p>
<div class="field wide"><label for="cardholderName">${operatorMessages().providers.nameOnCard}</label>
<input id="cardholderName" required aria-required="true" autocomplete="cc-name" maxlength="100" spellcheck="false"></div>
<div class="field wide"><label for="number">${operatorMessages().providers.cardNumber}</label><div class="box" id="number"></div></div>
<div class="field"><label for="expiry">${operatorMessages().providers.expiryDate}</label><div class="box" id="expiry"></div></div>
<div class="field"><label for="code">${operatorMessages().providers.securityCode}</label><div class="box" id="code"></div></div>
<p class="error wide" id="card-error" role="alert"></p>
<button type="submit" hidden>${operatorMessages().providers.pay}</button>
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
    language: operatorMessages().format.language,
    title: operatorMessages().providers.toYourBank,
    style,
    script: leadOn,
    data: { address },
    frameAncestors: pages,
    body: `<p><a href="${escapeHtml(address)}">${operatorMessages().providers.continueToBank}</a></p>`,
  })

export const nothingToConfirmPage = (pages: readonly string[]): Response =>
  answerPage({
    language: operatorMessages().format.language,
    title: operatorMessages().providers.nothingToConfirm,
    style,
    status: 404,
    frameAncestors: pages,
    body: `<p>${operatorMessages().providers.backToShop}</p>`,
  })

/* Apple Pay and Google Pay by Stripe's Express Checkout Element: web/frames/stripeWallets.ts. */

const walletsStyle = `
html,body{margin:0;background:transparent}
main{padding:4px}
`

export const stripeWalletsPage = (
  publishableKey: string,
  pages: readonly string[],
  module: string,
): Response =>
  answerPage({
    language: operatorMessages().format.language,
    title: operatorMessages().providers.wallets,
    style: walletsStyle,
    module,
    scripts: stripeOrigins,
    frames: [...stripeOrigins, 'https://hooks.stripe.com', 'https://pay.google.com'],
    connect: ['https://api.stripe.com'],
    data: { allowed: JSON.stringify(pages), key: publishableKey },
    frameAncestors: pages,
    body: `<main id="wallet" aria-label="${operatorMessages().providers.wallets}"><div id="wallets"></div></main>
<script src="${stripeScript}"></script>`,
  })
