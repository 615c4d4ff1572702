import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FromCardFields, FromWallets, ToCardFields, ToWallets } from '#contract/paymentFrames.ts'

const look = { fontFamily: 'Lato', fontSize: '16px', focus: '#2f6fde', fonts: [] }
const start = { sessionKey: 'session', cardholderName: 'Robin Marsh', asksName: false, look }

let posted: (FromCardFields | FromWallets)[]
const parent = {
  postMessage: (message: FromCardFields | FromWallets) => void posted.push(message),
}
const original = Object.getOwnPropertyDescriptor(window, 'parent')

beforeEach(() => {
  posted = []
  Object.defineProperty(window, 'parent', { value: parent, configurable: true })
  document.body.dataset['allowed'] = '["https://shop.example"]'
  vi.resetModules()
})

afterEach(() => {
  if (original !== undefined) Object.defineProperty(window, 'parent', original)
  document.body.innerHTML = ''
  for (const name of Object.keys(document.body.dataset)) delete document.body.dataset[name]
  vi.unstubAllGlobals()
})

const post = (
  data: ToCardFields | ToWallets,
  { origin = 'https://shop.example', source = parent }: { origin?: string; source?: object } = {},
): void => {
  const event = new Event('message')
  Object.assign(event, { data, origin, source })
  window.dispatchEvent(event)
}

const withoutHeights = () => posted.filter(({ type }) => !type.endsWith(':height'))

test("the demo company's fields give a card for what is typed, and listen to the page alone", async () => {
  document.body.innerHTML = `<form id="card"><p id="saved"></p>${[
    'cardholderName',
    'cardNumber',
    'expiryDate',
    'securityCode',
  ]
    .map((name) => `<div class="field"><input id="${name}"><p id="${name}-error"></p></div>`)
    .join('')}</form>`
  const calls: unknown[] = []
  const answers = [
    Response.json({ errors: { expiryDate: ['Enter the expiry date'] } }, { status: 422 }),
    Response.json({ cardIdentifier: 'card-1' }),
  ]
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    calls.push([path, JSON.parse(body)])
    return Promise.resolve(answers.shift())
  })
  await import('./demoCard.ts')
  expect(withoutHeights()).toEqual([{ type: 'card:ready' }])
  const submit = { type: 'card:submit', cardholderName: 'Robin Marsh', isQuiet: true } as const
  post({ type: 'card:start', savedCard: null, ...start }, { origin: 'https://elsewhere.example' })
  post({ type: 'card:start', savedCard: null, ...start }, { source: {} })
  post(submit)
  expect(calls).toEqual([])
  post({ type: 'card:start', savedCard: null, ...start })
  post(submit)
  await vi.waitFor(() => expect(withoutHeights()).toHaveLength(2))
  expect(withoutHeights()[1]).toEqual({
    type: 'card:invalid',
    message: 'Enter the expiry date',
    errors: { expiryDate: 'Enter the expiry date' },
  })
  post(submit)
  await vi.waitFor(() => expect(withoutHeights()).toHaveLength(3))
  expect(withoutHeights()[2]).toEqual({
    type: 'card:done',
    cardIdentifier: 'card-1',
    cardholderName: 'Robin Marsh',
  })
  expect(calls).toHaveLength(2)
})

test("Stripe's wallets make a payment method for our server to confirm, and tell whose it is", async () => {
  document.body.innerHTML = '<main id="wallet"><div id="wallets"></div></main>'
  const listeners = new Map<string, (event: object) => void>()
  const elements = {
    create: vi.fn<() => object>(() => ({
      mount: () => undefined,
      on: (name: string, listener: (event: object) => void) => void listeners.set(name, listener),
    })),
    update: vi.fn<(options: object) => void>(),
    submit: () => Promise.resolve({}),
  }
  const makeElements = vi.fn<(options: object) => typeof elements>(() => elements)
  vi.stubGlobal('Stripe', () => ({
    elements: makeElements,
    createPaymentMethod: () => Promise.resolve({ paymentMethod: { id: 'pm_1' } }),
  }))
  await import('./stripeWallets.ts')
  const payment = { sessionKey: 'session', currency: 'gbp', formattedAmount: '£8.60', look }
  post({ type: 'wallet:start', amount: 860, ...payment })
  expect(makeElements).toHaveBeenCalledWith(
    expect.objectContaining({ amount: 860, captureMethod: 'manual', paymentMethodCreation: 'manual' }),
  )
  post({ type: 'wallet:start', amount: 430, ...payment })
  expect(elements.update).toHaveBeenCalledWith({ amount: 430, currency: 'gbp' })
  const resolve = vi.fn<() => void>()
  listeners.get('click')?.({ resolve, reject: () => undefined })
  post({ type: 'wallet:open' })
  expect(resolve).toHaveBeenCalledOnce()
  const address = { line1: '1 Example Street', city: 'Exampleton', postal_code: 'ZZ1 1ZZ' }
  listeners.get('confirm')?.({
    billingDetails: { name: 'Robin Marsh', email: 'robin@example.test', address },
  })
  await vi.waitFor(() => expect(withoutHeights().map(({ type }) => type)).toContain('wallet:done'))
  expect(withoutHeights()).toEqual([
    { type: 'wallet:ready' },
    { type: 'wallet:pressed' },
    {
      type: 'wallet:done',
      cardIdentifier: 'pm_1',
      cardholderName: 'Robin Marsh',
      email: 'robin@example.test',
      addressLineOne: '1 Example Street',
      city: 'Exampleton',
      postcode: 'ZZ1 1ZZ',
    },
  ])
})
