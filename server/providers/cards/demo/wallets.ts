import type { WalletOwner } from '#contract/paymentFrames.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { answerPage } from '#server/platform/raw.ts'

/*
 * The demo company's wallet: a button in a frame of the checkout page, and a sheet below it with the payer's details and
 * cards, as the wallets of phones have them. It ends in a card identifier like the card fields, and speaks by the messages
 * of contract/paymentFrames.ts, as the wallets of every company do.
 */

const payer: WalletOwner = {
  cardholderName: operatorMessages().providers.demoWalletPayer,
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

const cards = [
  ['0001', operatorMessages().providers.demoWalletCards.accepted],
  ['0002', operatorMessages().providers.demoWalletCards.declined],
  ['0003', operatorMessages().providers.demoWalletCards.challenged],
  ['0005', operatorMessages().providers.demoWalletCards.pending],
] as const

/**
 * The page with the wallet's button.
 * @param pages origins whose pages may show it and speak with it
 * @param module the address of the built web/frames/demoWallet.ts
 */
export const walletsPage = (pages: readonly string[], module: string): Response =>
  answerPage({
    language: operatorMessages().format.language,
    title: operatorMessages().providers.wallets,
    style,
    module,
    data: {
      allowed: JSON.stringify(pages),
      payer: JSON.stringify(payer),
      total: operatorMessages().providers.payTotal,
      failed: operatorMessages().providers.walletFailed,
    },
    connect: ["'self'"],
    fonts: ["'self'", ...pages],
    frameAncestors: pages,
    body: `<main id="wallet" aria-label="${operatorMessages().providers.wallets}">
<button type="button" id="open">${operatorMessages().providers.payWithDemoWallet}</button>
<form id="sheet" hidden aria-labelledby="title">
<h1 id="title">${operatorMessages().providers.demoWallet}</h1>
<p>${payer.cardholderName}<br>${payer.email}<br>${payer.postcode}</p>
<label>${operatorMessages().providers.demoWalletCard}<select id="card">
${cards.map(([ending, words]) => `<option value="${ending}">${words}</option>`).join('\n')}
</select></label>
<p class="error" id="error" role="alert"></p>
<button type="submit" id="pay">${operatorMessages().providers.pay}</button>
<button type="button" class="quiet" id="close">${operatorMessages().providers.closeWallet}</button>
</form>
</main>`,
  })
