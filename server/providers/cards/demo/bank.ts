import { formatted } from '#contract/money.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Database } from '#server/platform/database.ts'
import { answerPage, escapeHtml } from '#server/platform/raw.ts'
import type { OnCardEvent } from '#server/providers/cards/port.ts'
import { listDisputes, saveReported } from './sql.ts'
import type { DemoPayment } from './sql.ts'

const style = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f4f4f6;color:#1b1b26;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{max-width:26rem;margin:1rem;padding:1.5rem;background:#fff;border:1px solid #c9c9d2;border-radius:8px}
h1{font-size:1.25rem;margin:0 0 .75rem}
p{margin:0 0 1rem}
button{font:inherit;font-weight:600;min-height:44px;width:100%;padding:8px 16px;border:0;border-radius:4px;background:#1d4ed8;color:#fff;cursor:pointer}
button:focus-visible{outline:3px solid #1b1b26;outline-offset:2px}
`

const page = (
  body: string,
  more: { status?: number; formAction?: string[]; pages: readonly string[] },
): Response =>
  answerPage({
    language: operatorMessages().format.language,
    title: operatorMessages().providers.demoBank,
    style,
    body: `<main aria-label="${operatorMessages().providers.demoBank}">${body}</main>`,
    formAction: more.formAction ?? [],
    frameAncestors: more.pages,
    ...(more.status === undefined ? {} : { status: more.status }),
  })

/** The bank's question. Its one button goes on to the shop's return address, by way of the bank's own answer. */
export const challengePage = (payment: DemoPayment, pages: readonly string[]): Response =>
  page(
    `<h1>${operatorMessages().providers.demoBank}</h1>
<p>${questionOf(payment)}</p>
<form method="post">
<input type="hidden" name="creq" value="${escapeHtml(payment.challengeToken ?? '')}">
<input type="hidden" name="answer" value="continue">
<button type="submit">${operatorMessages().providers.demoContinue}</button>
</form>`,
    { formAction: ["'self'", ...originOf(payment.returnUrl)], pages },
  )

const questionOf = ({ amount }: DemoPayment): string =>
  amount === 0
    ? operatorMessages().providers.demoSaveQuestion
    : operatorMessages().providers.demoQuestion.replace('{amount}', `<strong>${formatted(amount)}</strong>`)

/** Nothing is asked under this name. */
export const noQuestionPage = (pages: readonly string[]): Response =>
  page(`<h1>${operatorMessages().providers.demoBank}</h1><p>${operatorMessages().providers.backToShop}</p>`, {
    status: 404,
    pages,
  })

const originOf = (url: string | null): string[] =>
  url !== null && URL.canParse(url) ? [new URL(url).origin] : []

/*
 * The cardholder of one test card disputes each payment with it: a minute later this is reported, and the bank decides
 * for the cardholder an hour after that.
 */

export const disputedAfterMs = 60_000

const decidedAfterMs = 60 * 60_000

/** Reports what has become of disputed payments since. A report that fails is made again. */
export const reportDisputes = async (db: Database, onEvent: OnCardEvent, now: Date): Promise<void> => {
  const decidedBefore = new Date(now.getTime() - decidedAfterMs)
  for (const { reference, captured, reported } of await listDisputes(db, decidedBefore, now)) {
    const status = reported === null ? 'open' : 'lost'
    await onEvent(
      {
        type: 'payment_disputed',
        disputeReference: `dispute_${reference}`,
        paymentReference: reference,
        amount: captured,
        status,
        at: now,
      },
      now,
    )
    await saveReported(db, reference, status)
  }
}
