import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { CardsUnavailable } from '#server/providers/cards/port.ts'
import type { CardEvent, CardProvider, CardState, Charged } from '#server/providers/cards/port.ts'
import { chargedBy, createSaves, eventOf, isUnpaid, stateOf, stripePath, whyRefused } from './payments.ts'
import type { AskStripe } from './payments.ts'

/*
 * Stripe, by its own SDK. A payment is a PaymentIntent captured by hand: opened, confirmed, then captured or
 * cancelled. The card form is a page of ours with Stripe's own fields in it; their numbers never come here.
 */

const sessionMs = 30 * 60_000
/** Well under the minute after which the driver takes a started payment for abandoned. */
const timeoutMs = 15_000

export type StripeCards = CardProvider & {
  publishableKey: string
  /** Where the bank asks its question, for the page that leads there. null: there is none. */
  questionAddress: (reference: string) => Promise<string | null>
  /** What a message of Stripe's is about. null: about something else. Throws when it is not signed by Stripe. */
  readMessage: (body: string, signature: string) => Promise<CardEvent | null>
}

const wholePayment = { expand: ['payment_method'] }

export const createStripeCards = (settings: Config['stripe'], { clock }: { clock: Clock }): StripeCards => {
  let loading: Promise<Stripe> | undefined
  /** Loaded when first needed, so that a server on another company never pays for it. */
  const stripe = (): Promise<Stripe> =>
    (loading ??= import('stripe').then(
      ({ Stripe: Client }) => new Client(settings.secretKey, clientOptions(settings)),
    ))

  const sign = (text: string): string =>
    createHmac('sha256', settings.secretKey).update(text).digest('base64url')

  /** A session of ours: Stripe has none before a payment. It says until when it is good, under our seal. */
  const isSession = (sessionKey: string): boolean => {
    const [expires = '', nonce = '', seal = ''] = sessionKey.split('.')
    const given = Buffer.from(seal)
    const right = Buffer.from(sign(`${expires}.${nonce}`))
    return (
      given.length === right.length &&
      timingSafeEqual(given, right) &&
      Number(expires) > clock.now().getTime()
    )
  }

  const ask: AskStripe = async (question, otherwise) => {
    const client = await stripe()
    try {
      return await question(client)
    } catch (error) {
      const { StripeError } = client.errors ?? {}
      if (StripeError !== undefined && error instanceof StripeError) {
        const instead = await otherwise?.(error, client)
        if (instead !== undefined) return instead
      }
      throw new CardsUnavailable(error)
    }
  }

  const stateNow = async (reference: string, site: string): Promise<CardState> =>
    stateOf(await ask((client) => client.paymentIntents.retrieve(reference, wholePayment)), site)

  /** When it no longer stands where this could be done, the answer is where it stands. */
  const orWhereItStands = (reference: string) => (error: Stripe.errors.StripeError) =>
    error.type === 'StripeInvalidRequestError' ? stateNow(reference, '') : undefined

  const forgetCard = async (identifier: string): Promise<void> => {
    await ask<unknown>(
      (client) => client.paymentMethods.detach(identifier),
      (error) => (error.type === 'StripeInvalidRequestError' ? { forgotten: true } : undefined),
    )
  }

  return {
    name: 'stripe',
    needsBillingAddress: false,
    publishableKey: settings.publishableKey,

    prepare: ({ site }) => {
      const expiresAt = new Date(clock.now().getTime() + sessionMs)
      const words = `${expiresAt.getTime()}.${randomBytes(12).toString('base64url')}`
      return Promise.resolve({
        sessionKey: `${words}.${sign(words)}`,
        url: settings.apiUrl ?? 'https://api.stripe.com',
        fieldsUrl: `${site}${stripePath}/fields`,
        walletsUrl: `${site}${stripePath}/wallets`,
        mode: settings.secretKey.includes('_live_') ? ('live' as const) : ('test' as const),
        expiresAt,
      })
    },

    knowPayer: async ({ id, email }) => {
      const payer = await ask((client) =>
        client.customers.create(
          { email, metadata: { customer: String(id) } },
          { idempotencyKey: `payer:${id}` },
        ),
      )
      return payer.id
    },

    open: async ({ transactionUuid, amount, currency, sessionKey, payerReference, description }) => {
      if (!isSession(sessionKey)) return { state: 'session_expired' }
      const payment = await ask((client) =>
        client.paymentIntents.create(
          {
            amount,
            currency,
            description,
            capture_method: 'manual',
            allowed_payment_method_types: ['card'],
            metadata: { transaction: transactionUuid },
            ...(payerReference === null ? {} : { customer: payerReference }),
          },
          { idempotencyKey: `${transactionUuid}:open` },
        ),
      )
      return { state: 'opened', reference: payment.id }
    },

    authorise: ({ transactionUuid, reference, card, saveCard, isRecurring, returnUrl, site }) =>
      ask(
        async (client) =>
          stateOf(
            await client.paymentIntents.confirm(
              reference,
              {
                ...wholePayment,
                payment_method: card.identifier,
                return_url: returnUrl,
                ...(saveCard
                  ? { setup_future_usage: isRecurring ? ('off_session' as const) : ('on_session' as const) }
                  : {}),
              },
              { idempotencyKey: `${transactionUuid}:authorise` },
            ),
            site,
          ),
        (error): CardState | undefined => {
          const reason = whyRefused(error)
          return reason === undefined ? undefined : { state: 'declined', reason }
        },
      ),

    status: ({ reference, site }) => stateNow(reference, site),

    capture: ({ transactionUuid, reference, amount }) =>
      ask(
        async (client) =>
          stateOf(
            await client.paymentIntents.capture(
              reference,
              { amount_to_capture: amount },
              { idempotencyKey: `${transactionUuid}:capture` },
            ),
            '',
          ),
        orWhereItStands(reference),
      ),

    void: ({ transactionUuid, reference }) =>
      ask(
        async (client) =>
          stateOf(
            await client.paymentIntents.cancel(reference, {}, { idempotencyKey: `${transactionUuid}:void` }),
            '',
          ),
        orWhereItStands(reference),
      ),

    charge: ({ key, amount, currency, payerReference, card, description }) =>
      ask(
        async (client): Promise<Charged> => {
          if (payerReference === null) return { state: 'declined' }
          // Keys are forgotten after a day; what was charged before is found by the name it was given.
          const { data } = await client.paymentIntents.list({ customer: payerReference, limit: 100 })
          const before = data.find(({ metadata }) => metadata['collection'] === key)
          return chargedBy(
            before ??
              (await client.paymentIntents.create(
                {
                  amount,
                  currency,
                  description,
                  customer: payerReference,
                  payment_method: card,
                  allowed_payment_method_types: ['card'],
                  confirm: true,
                  off_session: true,
                  metadata: { collection: key },
                },
                { idempotencyKey: `${key}:charge` },
              )),
          )
        },
        (error): Charged | undefined => (whyRefused(error) === undefined ? undefined : { state: 'declined' }),
      ),

    refund: async ({ refundKey, reference, amount }) => {
      const { status } = await ask((client) =>
        client.refunds.create(
          { payment_intent: reference, amount, metadata: { refund: refundKey } },
          { idempotencyKey: `${refundKey}:refund` },
        ),
      )
      // One that fails leaves the money where it was.
      return { state: isUnpaid(status) ? 'captured' : 'refunded' }
    },

    ...createSaves({ ask, isSession, forgetCard }),

    forgetCard: ({ externalIdentifier }) => forgetCard(externalIdentifier),

    forgetPayer: async ({ payerReference }) => {
      if (payerReference === null) return
      await ask<unknown>(
        (client) => client.customers.del(payerReference),
        (error) => (error.type === 'StripeInvalidRequestError' ? { forgotten: true } : undefined),
      )
    },

    questionAddress: async (reference) => {
      const intent = await ask<Stripe.PaymentIntent | Stripe.SetupIntent>((client) =>
        reference.startsWith('seti_')
          ? client.setupIntents.retrieve(reference)
          : client.paymentIntents.retrieve(reference),
      )
      return intent.next_action?.redirect_to_url?.url ?? null
    },

    readMessage: async (body, signature) => {
      const client = await stripe()
      const event = client.webhooks.constructEvent(
        body,
        signature,
        settings.webhookSecret,
        undefined,
        undefined,
        clock.now().getTime(),
      )
      return eventOf(event)
    },
  }
}

const clientOptions = ({ apiUrl }: Config['stripe']): Stripe.StripeConfig => {
  const common = { timeout: timeoutMs, maxNetworkRetries: 2, telemetry: false }
  if (apiUrl === undefined) return common
  const { protocol, hostname, port } = new URL(apiUrl)
  return {
    ...common,
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port === '' ? {} : { port: Number(port) }),
  }
}
