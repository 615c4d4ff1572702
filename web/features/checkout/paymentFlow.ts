import type { checkout } from '#contract/checkout.ts'
import type { Authorisation, TransactionState } from '#contract/checkout.ts'
import type { Sent } from '#contract/endpoint.ts'
import { api, ApiError, newKey, type Client } from '#web/platform/api.ts'
import type { PaymentEvent } from './paymentState.ts'
import {
  bankDeclined,
  challengeAbandoned,
  challengeFailed,
  formError,
  isUnsure,
  paymentReleased,
  paymentReturned,
  checkoutError,
  toCheckoutError,
  type FieldErrors,
  type CheckoutError,
} from './checkoutErrors.ts'

/**
 * Drives a payment from the button to the order: the card gets a name at its company, the bank is asked for the money,
 * the person answers the bank, the order is made. It may be interrupted anywhere: what is not known to have failed
 * keeps its keys, so that asking again is asking the same thing (one Idempotency-Key an attempt).
 */
export type PaymentFlow = {
  /** Does nothing while a payment is under way. */
  pay: (order: PaymentOrder) => Promise<void>
  /** Goes on with a payment begun before this page was there. */
  resume: (transactionUuid: string) => Promise<void>
  /** The bank has sent the browser back. What it says is not believed; the server is asked. */
  bankReturned: () => void
  /** The person has closed the bank's page. */
  leaveBank: () => void
  /** The form is no longer what was sent: the next payment is a new one. */
  edited: () => void
  /** A fresh session with the card company. */
  prepare: () => Promise<void>
  /** Gives up following; nothing is told any more. */
  stop: () => void
}

export type PaymentOrder = {
  /** Null where there is nothing to pay by card (E13). */
  card: Card | null
  /** What authorise is told besides the card. */
  authorise: Omit<Sent<typeof checkout.authorise>, 'cardIdentifier' | 'savedCardId' | 'cardholderName'>
  complete: Omit<Sent<typeof checkout.complete>, 'transactionUuid'>
}

export type Card = {
  /** Gives what was typed to the card company, which names it. Throws CardRefusedError. */
  identify: () => Promise<IdentifiedCard>
}

export type IdentifiedCard = Pick<
  Sent<typeof checkout.authorise>,
  'cardIdentifier' | 'savedCardId' | 'cardholderName'
>

/** The card form found something wrong, or its company did. */
export class CardRefusedError extends Error {
  override name = 'CardRefusedError'
  readonly fields: FieldErrors
  /** The session with the company is over: nothing typed can be used. */
  readonly sessionOver: boolean

  constructor(fields: FieldErrors, { sessionOver = false }: { sessionOver?: boolean } = {}) {
    super(Object.values(fields).flat().join(' '))
    this.fields = fields
    this.sessionOver = sessionOver
  }
}

export type PaymentFlowDeps = {
  /** What prepare is told: on a device of many that it is one. */
  prepareAs?: Sent<typeof checkout.prepare>
  send: Client['send']
  /** Resolves after so many ms, or as soon as the signal is aborted. */
  wait: (ms: number, cut: AbortSignal) => Promise<void>
  tell: (event: PaymentEvent) => void
  /** Which payment is under way, for a page loaded anew; null when none is. */
  remember: (transactionUuid: string | null) => void
  /** A payment stopped: basket and holds may be other than before. */
  onStopped: (error: CheckoutError | null) => void
}

type Attempt = {
  order: PaymentOrder
  authoriseKey: string
  completeKey: string
  card?: IdentifiedCard
  transactionUuid?: string
}

/** Between two looks at a payment, ms: soon at first, then at ease. */
const looks = [1000, 1500, 2000, 3000, 5000] as const
/** While the person is with the bank, which may answer in another app, ms. */
const lookDuringChallenge = 4000

const sessionOver = checkoutError('session_expired', 'The card form had been open for too long.', {
  detail: 'Nothing has been taken from your card. A fresh form is ready: please enter your card again.',
})

/** What error a fresh session would meet again at once. */
const beyondRepair = new Set<CheckoutError['kind']>(['login_required', 'basket_empty'])

export const createPaymentFlow = ({
  send,
  wait,
  tell,
  remember,
  onStopped,
  prepareAs = {},
}: PaymentFlowDeps): PaymentFlow => {
  let isRunning = false
  let stopped = false
  let unfinished: Attempt | null = null
  let challenge: 'none' | 'open' | 'returned' | 'left' = 'none'
  let nudge = new AbortController()

  const say: PaymentFlowDeps['tell'] = (event) => {
    if (!stopped) tell(event)
  }

  /** Waits, but no longer than until somebody has news. */
  const pause = async (ms: number): Promise<void> => {
    await wait(ms, nudge.signal)
    if (nudge.signal.aborted) nudge = new AbortController()
  }

  const wake = (): void => {
    nudge.abort()
  }

  /** Asks until there is an answer that says something; a server at work on it is waited for. */
  const retry = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof ApiError) || !isUnsure(error) || stopped) throw error
        const patience = error.code === 'in_progress' || error.code === 'busy' ? 30 : 4
        if (tries >= patience) throw error
        await pause((error.retryAfter ?? 2 ** tries * 0.2) * 1000)
      }
    }
  }

  const prepare = async (): Promise<void> => {
    try {
      say({ is: 'prepared', session: await retry(() => send(api.checkout.prepare, prepareAs)) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const met = toCheckoutError(error, 'The card form could not be made ready.')
      // Without a session the form offers to try again; what else stands in the way is told.
      if (met.kind === 'unknown' || error.code === 'provider_unavailable')
        say({ is: 'prepared', session: null })
      else say({ is: 'stopped', error: met })
    }
  }

  /** E03: whatever ended it, the challenge and the session with the company end with it. */
  const giveUp = async (met: CheckoutError | null): Promise<void> => {
    unfinished = null
    remember(null)
    say({ is: 'stopped', error: met })
    if (!stopped) onStopped(met)
    if (met === null || !beyondRepair.has(met.kind)) await prepare()
  }

  const authorise = async (attempt: Attempt): Promise<Authorisation> => {
    const { order, authoriseKey, card = {} } = attempt
    const authorisation = await retry(() =>
      send(api.checkout.authorise, { ...order.authorise, ...card }, { idempotencyKey: authoriseKey }),
    )
    attempt.transactionUuid = authorisation.transactionUuid
    remember(authorisation.transactionUuid)
    return authorisation
  }

  /** Looks at a payment until it is settled. Undefined when it ended some other way, which is then told. */
  const settled = async (
    uuid: string,
    begun: Pick<TransactionState, 'transactionStatus'> | undefined,
  ): Promise<'authorised' | TransactionState | undefined> => {
    let status = begun?.transactionStatus
    let known: TransactionState | undefined
    for (let look = 0; !stopped; look += 1) {
      if (status === 'authorised') return 'authorised'
      if (known !== undefined && known.completeOrderId !== null) return known
      if (status === 'failed' || status === 'aborted' || status === 'voided' || status === 'refunded') {
        await giveUp(endOf(status, challenge))
        return undefined
      }
      if (status === 'challenge' && challenge === 'left') {
        await giveUp(challengeAbandoned)
        return undefined
      }
      const atTheBank = status === 'challenge' && challenge === 'open'
      if (look > 0 || begun !== undefined) await pause(atTheBank ? lookDuringChallenge : looksAfter(look))
      if (stopped) return undefined
      try {
        known = await send(api.checkout.transaction, { uuid })
        status = known.transactionStatus
        say({ is: 'transaction', transaction: known })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.status === 404) {
          // A payment remembered from another time: nobody is waiting for it.
          await giveUp(null)
          return undefined
        }
        // No answer changes nothing: the next look may bring one.
      }
    }
    return undefined
  }

  const complete = async (
    uuid: string | null,
    { order, completeKey }: Pick<Attempt, 'order' | 'completeKey'>,
  ): Promise<void> => {
    say({ is: 'completing' })
    const made = await retry(() =>
      send(
        api.checkout.complete,
        { ...order.complete, ...(uuid !== null && { transactionUuid: uuid }) },
        { idempotencyKey: completeKey },
      ),
    )
    placed({ completeOrderId: made.completeOrderId, reference: made.reference })
  }

  const placed = (order: { completeOrderId: number; reference: string | null }): void => {
    unfinished = null
    remember(null)
    say({ is: 'placed', order })
  }

  const follow = async (attempt: Attempt, begun?: Authorisation): Promise<void> => {
    const uuid = attempt.transactionUuid ?? ''
    const outcome = await settled(uuid, begun)
    if (outcome === undefined) return
    if (outcome === 'authorised') await complete(uuid, attempt)
    else placed({ completeOrderId: outcome.completeOrderId ?? 0, reference: outcome.reference })
  }

  /** One at a time; a failed call ends it in error that says whether anything is still open. */
  const run = async (go: () => Promise<void>): Promise<void> => {
    if (isRunning || stopped) return
    isRunning = true
    challenge = 'none'
    try {
      await go()
    } catch (error) {
      if (error instanceof CardRefusedError) {
        unfinished = null
        if (error.sessionOver) await giveUp(sessionOver)
        else say({ is: 'interrupted', error: formError(error.fields) })
      } else if (error instanceof ApiError) {
        if (isUnsure(error) || error.status === 429) say({ is: 'interrupted', error: toCheckoutError(error) })
        else await giveUp(toCheckoutError(error))
      } else {
        throw error
      }
    } finally {
      isRunning = false
    }
  }

  const payWith = async (attempt: Attempt): Promise<void> => {
    const { order, transactionUuid } = attempt
    // The bank has been asked before: what became of that comes first.
    if (transactionUuid !== undefined) {
      say({ is: 'resumed', transactionUuid })
      await follow(attempt)
      return
    }
    if (order.card === null) {
      await complete(null, attempt)
      return
    }
    if (attempt.card === undefined) {
      say({ is: 'identifying' })
      attempt.card = await order.card.identify()
    }
    say({ is: 'authorising' })
    const authorisation = await authorise(attempt)
    if (authorisation.transactionStatus === 'challenge') challenge = 'open'
    say({ is: 'authorised', authorisation })
    await follow(attempt, authorisation)
  }

  return {
    pay: (order) =>
      run(async () => {
        unfinished ??= { order, authoriseKey: newKey(), completeKey: newKey() }
        await payWith(unfinished)
      }),
    resume: (transactionUuid) =>
      run(async () => {
        say({ is: 'resumed', transactionUuid })
        const order = { card: null, authorise: { sessionKey: '' }, complete: { termsAccepted: true } }
        const attempt = { order, authoriseKey: newKey(), completeKey: newKey(), transactionUuid }
        unfinished = attempt
        await follow(attempt)
      }),
    bankReturned: () => {
      if (challenge === 'open') challenge = 'returned'
      wake()
    },
    leaveBank: () => {
      challenge = 'left'
      wake()
    },
    edited: () => {
      // Once the bank has been asked, what was asked counts, not what the form says now.
      if (unfinished?.transactionUuid === undefined && !isRunning) unfinished = null
    },
    prepare,
    stop: () => {
      stopped = true
      wake()
    },
  }
}

const looksAfter = (look: number): number => looks[Math.min(look, looks.length - 1)] ?? 5000

const endOf = (
  status: 'failed' | 'aborted' | 'voided' | 'refunded',
  challenge: 'none' | 'open' | 'returned' | 'left',
): CheckoutError => {
  if (status === 'refunded') return paymentReturned
  if (status === 'voided') return paymentReleased
  if (challenge === 'left' || status === 'aborted') return challengeAbandoned
  return challenge === 'none' ? bankDeclined : challengeFailed
}
