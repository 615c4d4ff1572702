import { operatorMessages } from '#server/messages/languages.ts'
import { textOf } from '#server/platform/raw.ts'
import type { RawCall, RawRoute, ScriptUrl } from '#server/platform/raw.ts'
import type { CardEvent, OnCardEvent } from '#server/providers/cards/port.ts'
import type { StripeCards } from './adapter.ts'
import { nothingToConfirmPage, stripeFieldsPage, stripeWalletsPage, toTheBankPage } from './pages.ts'
import { stripePath } from './payments.ts'

const json = (body: object, status: number): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

/**
 * @param pagesOf origins whose pages may frame the card fields and the way to the bank
 * @param onEvent called for each event of Stripe that concerns us
 */
export const stripeRoutes = (
  cards: StripeCards,
  pagesOf: (call: RawCall) => readonly string[],
  scriptUrl: ScriptUrl,
  onEvent: OnCardEvent,
): RawRoute[] => [
  {
    method: 'GET',
    path: `${stripePath}/fields`,
    handle: (call) =>
      stripeFieldsPage(cards.publishableKey, pagesOf(call), scriptUrl('web/frames/stripeCard.ts')),
  },
  {
    method: 'GET',
    path: `${stripePath}/wallets`,
    handle: (call) =>
      stripeWalletsPage(cards.publishableKey, pagesOf(call), scriptUrl('web/frames/stripeWallets.ts')),
  },
  {
    method: 'POST',
    path: `${stripePath}/challenge`,
    handle: async (call) => {
      const reference = new URLSearchParams((await textOf(call.request)) ?? '').get('payment') ?? ''
      const isReference = /^(pi|seti)_\w+$/.test(reference)
      const address = isReference ? await cards.questionAddress(reference) : null
      return address === null ? nothingToConfirmPage(pagesOf(call)) : toTheBankPage(address, pagesOf(call))
    },
  },
  {
    method: 'POST',
    path: '/api/webhooks/stripe',
    handle: async ({ request, now }) => {
      const signature = request.headers.get('stripe-signature') ?? ''
      const body = (await textOf(request)) ?? ''
      let event: CardEvent | null
      try {
        event = await cards.readMessage(body, signature)
      } catch {
        // Not signed by Stripe, or too long ago: rejected before any work is done.
        return json(
          { status: 400, code: 'bad_signature', message: operatorMessages().providers.signatureInvalid },
          400,
        )
      }
      if (event !== null) await onEvent(event, now)
      return json({ received: true }, 200)
    },
  },
]
