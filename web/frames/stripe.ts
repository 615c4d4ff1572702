/** What we use of Stripe.js, which the page loads from Stripe before our script: https://docs.stripe.com/js. */
export type Stripe = {
  elements: (options: object) => Elements
  createPaymentMethod: (options: object) => Promise<{
    error?: { type: string; message?: string }
    paymentMethod?: { id: string }
  }>
}

export type Elements = {
  create: (kind: string, options: object) => Element
  update: (options: object) => void
  submit: () => Promise<{ error?: object }>
}

type Element = {
  mount: (selector: string) => void
  focus: () => void
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- Stripe's events differ by their name
  on: <Event>(name: string, listener: (event: Event) => void) => void
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => Stripe
  }
}
