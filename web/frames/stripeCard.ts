import type { FrameLook, FromCardFields, ToCardFields } from '#contract/paymentFrames.ts'
import { applyLook, elementOf, openChannel, textOf, watchHeight } from './channel.ts'
import type { Elements, Stripe } from './stripe.ts'

/** Stripe's own card fields (server/providers/cards/stripe/pages.ts). */

const form = elementOf('card')
const nameInput = elementOf<HTMLInputElement>('cardholderName')
const error = elementOf('card-error')

const elements = [
  ['number', 'cardNumber'],
  ['expiry', 'cardExpiry'],
  ['code', 'cardCvc'],
] as const

type CardElement = ReturnType<Elements['create']>

let parts: ReadonlyMap<string, CardElement> | null = null
let saved: string | null = null
let asksName = true
let isBusy = false

const showError = (message: string): void => {
  error.textContent = message
  measure()
}

/** The fields take the font when they are made, so they are made once the page has sent it. */
const mount = (stripe: Stripe, look: FrameLook): ReadonlyMap<string, CardElement> => {
  const group = stripe.elements({ fonts: applyLook(look) })
  const base = {
    color: '#17141f',
    fontSize: '16px',
    ...(look.fontFamily === '' ? {} : { fontFamily: look.fontFamily }),
  }
  return new Map(
    elements.map(([id, kind]) => {
      const element = group.create(kind, { style: { base } })
      element.mount(`#${id}`)
      element.on<{ error?: object }>('change', (change) => {
        if (change.error !== undefined) return
        showError('')
        tell({ type: 'card:edited', field: kind })
      })
      document.querySelector(`label[for=${id}]`)?.addEventListener('click', () => element.focus())
      return [kind, element]
    }),
  )
}

const refuse = (message: string): void => {
  showError(message)
  tell({ type: 'card:invalid', message, errors: {} })
}

const submit = async (
  stripe: Stripe,
  card: CardElement | undefined,
  { cardholderName, isQuiet }: Extract<ToCardFields, { type: 'card:submit' }>,
): Promise<void> => {
  if (!asksName) nameInput.value = cardholderName
  const holder = nameInput.value.trim()
  if (saved !== null) {
    tell({ type: 'card:done', cardIdentifier: saved, cardholderName: holder })
    return
  }
  nameInput.setAttribute('aria-invalid', holder === '' ? 'true' : 'false')
  if (holder === '' && asksName) {
    if (!isQuiet) nameInput.focus()
    refuse(textOf('nameless'))
    return
  }
  isBusy = true
  try {
    const billing = holder === '' ? {} : { name: holder }
    const made = await stripe.createPaymentMethod({ type: 'card', card, billing_details: billing })
    if (made.error?.type === 'validation_error') refuse(made.error.message ?? '')
    else if (made.paymentMethod === undefined) refuse(textOf('refused'))
    else {
      showError('')
      tell({ type: 'card:done', cardIdentifier: made.paymentMethod.id, cardholderName: holder })
    }
  } catch {
    tell({ type: 'card:failed' })
  } finally {
    isBusy = false
  }
}

const start = (stripe: Stripe, message: Extract<ToCardFields, { type: 'card:start' }>): void => {
  saved = message.savedCard?.externalIdentifier ?? null
  ;({ asksName } = message)
  parts ??= mount(stripe, message.look)
  for (const field of document.querySelectorAll<HTMLElement>('.field')) field.hidden = saved !== null
  const nameField = nameInput.closest<HTMLElement>('.field')
  if (!asksName && nameField !== null) nameField.hidden = true
  elementOf('saved').hidden = saved === null
  elementOf('saved').textContent = message.savedCard?.label ?? ''
  if (nameInput.value === '') nameInput.value = message.cardholderName
  showError('')
}

const company = window.Stripe?.(textOf('key'))

const tell = openChannel<{ from: ToCardFields; to: FromCardFields }>((message) => {
  if (company === undefined) return
  if (message.type === 'card:start') start(company, message)
  else if (message.type === 'card:submit') {
    if (parts !== null && !isBusy) void submit(company, parts.get('cardNumber'), message)
  } else parts?.get(message.field)?.focus()
})
const measure = watchHeight(form, (height) => tell({ type: 'card:height', height }))

if (company === undefined) {
  showError(textOf('unloaded'))
  tell({ type: 'card:failed' })
} else {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    tell({ type: 'card:enter' })
  })
  tell({ type: 'card:ready' })
  measure()
}
