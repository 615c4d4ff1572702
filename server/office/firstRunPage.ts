import type { Messages } from '#server/messages/languages.ts'
import { currencySymbols } from '#server/operator/rules.ts'
import { answerPage, escapeHtml } from '#server/platform/raw.ts'

export type FirstRunField = keyof Messages['firstRun']['fields']

export type FirstRunForm = { code: string; values: (field: FirstRunField) => string }

/** Without anything of the pages' own: they are made for an operator, and there is none. */
const style = `
*{box-sizing:border-box}
body{margin:0;background:#f4f3f7;color:#17141f;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{max-width:40rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}
p{margin:0 0 1rem}
fieldset{margin:1.5rem 0 0;padding:1.25rem 1.25rem 1.5rem;border:1px solid #e3e0ea;border-radius:.75rem;background:#fff}
legend{float:left;width:100%;padding:0;margin:0 0 .75rem;font-size:1.125rem;font-weight:700}
legend+*{clear:both}
.fields{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(15rem,100%),1fr));gap:1rem;align-items:start}
label{display:block;font-weight:700;font-size:.9375rem}
label span{font-weight:400;color:#595466}
.hint,.lead{color:#595466;font-size:.9375rem}
.hint{margin:0}
input,select{width:100%;min-height:2.875rem;margin-top:.25rem;padding:.5rem .875rem;font:inherit;color:inherit;background:#fff;border:1.5px solid #857f93;border-radius:.5rem}
[aria-invalid]{border-color:#b3261e}
:focus-visible{outline:3px solid #5b2a86;outline-offset:2px}
.error{margin:.25rem 0 0;color:#b3261e;font-size:.9375rem}
.summary{margin:1rem 0 0;padding:.75rem 1rem;border:1px solid #b3261e;border-radius:.5rem;background:#fdf1f0}
button{margin-top:1.5rem;min-height:3rem;padding:.5rem 1.5rem;font:inherit;font-weight:700;color:#fff;background:#5b2a86;border:0;border-radius:.5rem;cursor:pointer}
@media (max-width:30rem){button{width:100%}}
`

const groups = {
  operator: ['operatorName', 'legalName', 'currencySymbol', 'timezone'],
  venue: ['venueName', 'addressLineOne', 'town', 'postcode'],
  person: ['firstName', 'lastName', 'email', 'password'],
} as const satisfies Readonly<Record<keyof Messages['firstRun']['groups'], readonly FirstRunField[]>>

const optionalFields: ReadonlySet<FirstRunField> = new Set([
  'legalName',
  'addressLineOne',
  'town',
  'postcode',
])

const autoComplete: Partial<Record<FirstRunField, string>> = {
  operatorName: 'organization',
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'username',
  password: 'new-password',
}

/** The form, with what was typed and what is wrong with it. */
export const firstRunPage = ({
  form,
  errors,
  messages,
}: {
  form: FirstRunForm
  errors: ReadonlyMap<FirstRunField, string>
  messages: Messages
}): Response => {
  const { firstRun } = messages
  // The field that is to be mended first has the focus.
  const [focused] = errors.keys()
  const fields = (names: readonly FirstRunField[]) =>
    names
      .map((field) =>
        fieldHtml({ field, form, error: errors.get(field), isFocused: field === focused, messages }),
      )
      .join('')
  const fieldsets = (Object.keys(groups) as (keyof typeof groups)[])
    .map(
      (group) =>
        `<fieldset><legend>${escapeHtml(firstRun.groups[group])}</legend>${
          group === 'person' ? `<p class="lead">${escapeHtml(firstRun.personLead)}</p>` : ''
        }<div class="fields">${fields(groups[group])}</div></fieldset>`,
    )
    .join('')
  return page(messages, {
    title: firstRun.title,
    status: errors.size === 0 ? 200 : 422,
    body: `<p class="lead">${escapeHtml(firstRun.lead)}</p>${
      errors.size === 0
        ? ''
        : `<p class="summary" role="alert">${escapeHtml(firstRun.summary({ count: errors.size }))}</p>`
    }<form method="post" novalidate>
<input type="hidden" name="code" value="${escapeHtml(form.code)}">${fieldsets}
<button type="submit">${escapeHtml(firstRun.submit)}</button></form>`,
  })
}

/** A page that says why there is nothing else. */
export const messagePage = ({
  title,
  text,
  status,
  messages,
}: {
  title: string
  text: string
  status: number
  messages: Messages
}): Response => page(messages, { title, status, body: `<p>${escapeHtml(text)}</p>` })

const page = (
  messages: Messages,
  { title, body, status }: { title: string; body: string; status: number },
): Response =>
  answerPage({
    title,
    language: messages.format.language,
    style,
    status,
    body: `<main><h1>${escapeHtml(title)}</h1>${body}</main>`,
    // It leads to the desk, which may have another host.
    formAction: ["'self'", 'http:', 'https:'],
  })

const fieldHtml = ({
  field,
  form,
  error,
  isFocused,
  messages: { firstRun },
}: {
  field: FirstRunField
  form: FirstRunForm
  error: string | undefined
  isFocused: boolean
  messages: Messages
}): string => {
  const { label, hint } = firstRun.fields[field]
  const value = form.values(field)
  const described = [hint === '' ? '' : `${field}-hint`, error === undefined ? '' : `${field}-error`].filter(
    (id) => id !== '',
  )
  const attributes = [
    `id="${field}" name="${field}"`,
    described.length === 0 ? '' : ` aria-describedby="${described.join(' ')}"`,
    error === undefined ? '' : ' aria-invalid="true"',
    isFocused ? ' autofocus' : '',
    optionalFields.has(field) ? '' : ' required',
    autoComplete[field] === undefined ? ' autocomplete="off"' : ` autocomplete="${autoComplete[field]}"`,
  ].join('')
  const optional = optionalFields.has(field) ? ` <span>${escapeHtml(firstRun.optional)}</span>` : ''
  return `<div><label for="${field}">${escapeHtml(label)}${optional}</label>${
    hint === '' ? '' : `<p class="hint" id="${field}-hint">${escapeHtml(hint)}</p>`
  }${inputHtml(field, value, attributes, firstRun)}${
    error === undefined ? '' : `<p class="error" id="${field}-error">${escapeHtml(error)}</p>`
  }</div>`
}

const inputHtml = (
  field: FirstRunField,
  value: string,
  attributes: string,
  { currencies }: Messages['firstRun'],
): string => {
  if (field === 'currencySymbol')
    return selectHtml(
      attributes,
      currencySymbols.map((sign) => [sign, currencies[sign as keyof typeof currencies] ?? sign]),
      value,
    )
  if (field === 'timezone')
    return selectHtml(
      attributes,
      Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone.replaceAll('_', ' ')]),
      value,
    )
  const type = field === 'password' ? 'password' : field === 'email' ? 'email' : 'text'
  return `<input type="${type}" ${attributes} value="${field === 'password' ? '' : escapeHtml(value)}">`
}

const selectHtml = (
  attributes: string,
  options: readonly (readonly [string, string])[],
  value: string,
): string =>
  `<select ${attributes}>${options
    .map(
      ([one, label]) =>
        `<option value="${escapeHtml(one)}"${one === value ? ' selected' : ''}>${escapeHtml(label)}</option>`,
    )
    .join('')}</select>`
