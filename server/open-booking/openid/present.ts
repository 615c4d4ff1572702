import { operatorMessages } from '#server/messages/languages.ts'
import { answerPage, escapeHtml } from '#server/platform/raw.ts'

const style = `
:root { color-scheme: light dark; font: 1rem/1.55 system-ui, sans-serif }
body { max-width: 28rem; margin: 0 auto; padding: 2rem 1rem 4rem }
h1 { font-size: 1.5rem; line-height: 1.25 }
label { display: block; margin-top: 1rem; font-weight: 600 }
input { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid #767676; border-radius: .375rem; font: inherit }
button { min-height: 2.75rem; margin: 1.5rem .75rem 0 0; padding: .5rem 1.25rem; border: 2px solid #1c5d3f; border-radius: .375rem; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer }
button.btn-primary { background: #1c5d3f; color: #fff }
:focus-visible { outline: 3px solid #2f6fed; outline-offset: 2px }
.problem { padding: .75rem 1rem; border: 2px solid #b3261e; border-radius: .375rem }
`

export type Question = {
  partner: string
  seller: string
  /** Where the forms lead: the interaction's own address. */
  address: string
  /** Where the browser goes when it is answered. */
  redirectOrigin: string | null
}

const page = (question: Question, title: string, body: string, status = 200): Response =>
  answerPage({
    language: operatorMessages().format.language,
    title,
    style,
    status,
    formAction: ["'self'", ...(question.redirectOrigin === null ? [] : [question.redirectOrigin])],
    body: `<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>`,
  })

/** Where a supervisor logs in to answer a partner. */
export const logInPage = (
  question: Question,
  failed?: { message: string; username: string; status: number },
): Response =>
  page(
    question,
    operatorMessages().openId.logInTitle,
    `<p>${escapeHtml(operatorMessages().openId.logInLead(question))}</p>
${failed === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(failed.message)}</p>`}
<form method="post" action="${escapeHtml(question.address)}/login">
<label for="username">${operatorMessages().openId.username}</label>
<input id="username" name="username" autocomplete="username" required value="${escapeHtml(failed?.username ?? '')}">
<label for="password">${operatorMessages().openId.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button class="btn-primary">${operatorMessages().openId.logIn}</button>
</form>
${refusal(question)}`,
    failed?.status,
  )

/** Asks the supervisor whether the partner may sell. */
export const consentPage = (question: Question): Response =>
  page(
    question,
    operatorMessages().openId.consentTitle(question),
    `<p>${escapeHtml(operatorMessages().openId.consentLead(question))}</p>
<ul>
${operatorMessages()
  .openId.consentPoints.map((point) => `<li>${escapeHtml(point)}</li>`)
  .join('\n')}
</ul>
<form method="post" action="${escapeHtml(question.address)}/allow">
<button class="btn-primary">${operatorMessages().openId.allow}</button>
</form>
${refusal(question)}`,
  )

const refusal = ({
  address,
}: Question): string => `<form method="post" action="${escapeHtml(address)}/refuse">
<button>${operatorMessages().openId.refuse}</button>
</form>`

export const errorPage = (description: string): Response =>
  answerPage({
    language: operatorMessages().format.language,
    title: operatorMessages().openId.errorTitle,
    style,
    status: 400,
    body: `<main>
<h1>${escapeHtml(operatorMessages().openId.errorTitle)}</h1>
<p>${escapeHtml(operatorMessages().openId.errorLead)}</p>
<p>${escapeHtml(description)}</p>
</main>`,
  })
