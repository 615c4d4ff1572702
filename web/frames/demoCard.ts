import type { FromCardFields, ToCardFields } from '#contract/paymentFrames.ts'
import { applyLook, elementOf, openChannel, watchHeight } from './channel.ts'
import { callDemoCompany } from './demoCompany.ts'

/** The demo company's card fields (server/providers/cards/demo/card.ts). */

const fields = ['cardholderName', 'cardNumber', 'expiryDate', 'securityCode'] as const
type Field = (typeof fields)[number]

const form = elementOf('card')
const input = (name: Field) => elementOf<HTMLInputElement>(name)

let session: string | null = null
let saved: string | null = null
let asksName = true
let isCodeSent = false
let isBusy = false

const visibleFields = (): readonly Field[] =>
  saved === null ? fields.filter((name) => asksName || name !== 'cardholderName') : ['securityCode']

const setError = (name: Field, message = ''): void => {
  input(name).setAttribute('aria-invalid', message === '' ? 'false' : 'true')
  elementOf(`${name}-error`).textContent = message
}

type Errors = Partial<Record<Field, readonly string[]>>

/** @returns those of the visible fields that are wrong, with what is */
const showErrors = (errors: Errors, isQuiet = true): [Field, string][] => {
  for (const name of fields) setError(name, errors[name]?.[0])
  const wrong = visibleFields().flatMap((name): [Field, string][] => {
    const message = errors[name]?.[0]
    return message === undefined ? [] : [[name, message]]
  })
  if (wrong[0] !== undefined && !isQuiet) input(wrong[0][0]).focus()
  measure()
  return wrong
}

const identify = (sessionKey: string) => {
  const securityCode = input('securityCode').value
  return saved === null
    ? callDemoCompany(sessionKey, 'card-identifiers', {
        cardDetails: {
          cardholderName: input('cardholderName').value,
          cardNumber: input('cardNumber').value,
          expiryDate: input('expiryDate').value,
          securityCode,
        },
      })
    : callDemoCompany(sessionKey, `card-identifiers/${encodeURIComponent(saved)}/security-code`, {
        securityCode,
      })
}

const submit = async (
  sessionKey: string,
  { cardholderName, isQuiet }: Extract<ToCardFields, { type: 'card:submit' }>,
): Promise<void> => {
  if (!asksName) input('cardholderName').value = cardholderName
  isBusy = true
  try {
    const { status, body } = await identify(sessionKey)
    if (status === 401) tell({ type: 'card:expired' })
    else if (status === 422) {
      const wrong = showErrors(body.errors ?? {}, isQuiet)
      tell({ type: 'card:invalid', message: wrong[0]?.[1] ?? '', errors: Object.fromEntries(wrong) })
    } else if (status >= 400) tell({ type: 'card:failed' })
    else {
      showErrors({})
      isCodeSent = true
      tell({
        type: 'card:done',
        cardIdentifier: saved ?? body.cardIdentifier ?? '',
        cardholderName: input('cardholderName').value.trim(),
      })
    }
  } catch {
    tell({ type: 'card:failed' })
  } finally {
    isBusy = false
  }
}

const start = (message: Extract<ToCardFields, { type: 'card:start' }>): void => {
  session = message.sessionKey
  const savedBefore = saved
  ;({ asksName } = message)
  applyLook(message.look)
  saved = message.savedCard?.externalIdentifier ?? null
  const visible = visibleFields()
  for (const name of fields) {
    const field = input(name).closest<HTMLElement>('.field')
    if (field !== null) field.hidden = !visible.includes(name)
  }
  elementOf('saved').hidden = saved === null
  elementOf('saved').textContent = message.savedCard?.label ?? ''
  if (input('cardholderName').value === '') input('cardholderName').value = message.cardholderName
  // A code serves one attempt; one typed since the last attempt belongs to the next.
  if (isCodeSent || saved !== savedBefore) input('securityCode').value = ''
  isCodeSent = false
  showErrors({})
}

const tell = openChannel<{ from: ToCardFields; to: FromCardFields }>((message) => {
  if (message.type === 'card:start') start(message)
  else if (message.type === 'card:submit') {
    if (session !== null && !isBusy) void submit(session, message)
  } else fields.filter((name) => name === message.field).forEach((name) => input(name).focus())
})
const measure = watchHeight(form, (height) => tell({ type: 'card:height', height }))

input('securityCode').addEventListener('input', () => {
  isCodeSent = false
})
for (const name of fields)
  input(name).addEventListener('input', () => {
    setError(name)
    measure()
    tell({ type: 'card:edited', field: name })
  })
form.addEventListener('submit', (event) => {
  event.preventDefault()
  tell({ type: 'card:enter' })
})

const hasCaretAtEnd = ({ selectionStart, value }: HTMLInputElement): boolean =>
  selectionStart === value.length

input('cardNumber').addEventListener('input', () => {
  const field = input('cardNumber')
  if (!hasCaretAtEnd(field)) return
  const digits = field.value.replaceAll(/\D/g, '').slice(0, 19)
  field.value = digits.replaceAll(/(.{4})(?=.)/g, '$1 ')
})
input('expiryDate').addEventListener('input', (event) => {
  const field = input('expiryDate')
  if (event instanceof InputEvent && event.inputType.startsWith('delete')) return
  const digits = field.value.replaceAll(/\D/g, '').slice(0, 4)
  if (hasCaretAtEnd(field))
    field.value = digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
})
tell({ type: 'card:ready' })
measure()
