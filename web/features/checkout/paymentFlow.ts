import type { checkout } from '#contract/checkout.ts'
import type { Authorisation } from '#contract/transactions.ts'
import type { Sent } from '#contract/endpoint.ts'
import { api, ApiError, hasSessionEnded as isLoggedOut, newKey, type Client } from '#web/platform/api.ts'
import { CardRefusedError, type CardInput, type IdentifiedCard } from './cardInput.ts'
import {
  cardSessionExpired,
  isOutcomeUnknown,
  loggedOutError,
  prepareError,
  toCheckoutError,
  type CheckoutError,
} from './checkoutErrors.ts'
import { formError } from './formError.ts'
import type { PaymentEvent, PlacedOrder } from './paymentState.ts'
import { pollTransaction, type ChallengeState } from './pollTransaction.ts'
import { retryUnanswered } from './retryUnanswered.ts'

/**
 * Runs a payment from the button to the order: identifies the card, authorises the sum, waits for the bank, completes
 * the order. Its progress is dispatched as the events of paymentState.ts. An attempt whose outcome is unknown keeps its
 * Idempotency-Keys, so that trying again repeats the same request.
 */
export type PaymentFlow = {
  /** Ignored while a payment is running. */
  pay: (order: PaymentOrder) => Promise<void>
  /** Continues a payment that was begun on an earlier page. */
  resume: (transactionUuid: string) => Promise<void>
  /** The bank redirected back. The redirect is not trusted: the server is asked. */
  bankReturned: () => void
  /** The customer closed the bank's page. */
  leaveBank: () => void
  /** The form no longer matches what was sent: the next payment is a new one. */
  edited: () => void
  /** Gets a new session with the payment provider. */
  prepare: () => Promise<void>
  /** Ends the flow: no more events are dispatched. */
  stop: () => void
}

export type PaymentOrder = {
  /** Null where nothing is paid by card (E13). */
  card: Pick<CardInput, 'identify'> | null
  /** The body of authorise, without the card. */
  authorise: Omit<Sent<typeof checkout.authorise>, keyof IdentifiedCard>
  complete: Omit<Sent<typeof checkout.complete>, 'transactionUuid'>
}

export type PaymentFlowDeps = {
  /** The body of prepare: on a shared device it says so. */
  prepareArgs?: Sent<typeof checkout.prepare>
  send: Client['send']
  /** Resolves after `ms`, or as soon as the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  dispatch: (event: PaymentEvent) => void
  /** Stores which payment is running, for a page that is loaded meanwhile; null when none is. */
  remember: (transactionUuid: string | null) => void
  /** Whether the customer of this page has been logged out meanwhile: their basket then looks empty. */
  hasSessionEnded: () => Promise<boolean>
  /** A payment ended without an order: basket and holds may have changed. */
  onStopped: (error: CheckoutError | null) => void
}

type Attempt = {
  order: PaymentOrder
  authoriseKey: string
  completeKey: string
  card?: IdentifiedCard
  transactionUuid?: string
}

/** A new session would meet the same error again. */
const needsNoSession = (error: CheckoutError | null): boolean =>
  error?.kind === 'login_required' || error?.kind === 'basket_empty'

export const createPaymentFlow = ({
  send,
  wait,
  dispatch: deliver,
  remember,
  onStopped,
  hasSessionEnded,
  prepareArgs = {},
}: PaymentFlowDeps): PaymentFlow => {
  let state: 'idle' | 'running' | 'stopped' = 'idle'
  let unfinished: Attempt | null = null
  let challenge: ChallengeState = 'none'
  let pauseCut = new AbortController()

  const isStopped = (): boolean => state === 'stopped'
  const dispatch = (event: PaymentEvent): void => {
    if (!isStopped()) deliver(event)
  }
  const pause = async (ms: number): Promise<void> => {
    await wait(ms, pauseCut.signal)
    if (pauseCut.signal.aborted) pauseCut = new AbortController()
  }
  const retry = <T>(call: () => Promise<T>): Promise<T> => retryUnanswered(call, { pause, isStopped })

  /** A basket that looks empty because the session has ended says so; a read may have noticed the end first. */
  const sessionEndOr = async <E extends CheckoutError | null>(
    failure: ApiError,
    error: E,
  ): Promise<E | CheckoutError> =>
    isLoggedOut(failure) || (error?.kind === 'basket_empty' && (await hasSessionEnded()))
      ? loggedOutError
      : error

  const prepare = async (): Promise<void> => {
    dispatch({ type: 'preparing' })
    try {
      const session = await retry(() => send(api.checkout.prepare, prepareArgs))
      dispatch({ type: 'prepared', session })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const error = await sessionEndOr(failure, prepareError(failure))
      // Without a session the card form offers to try again; any other error is displayed.
      if (error === null) dispatch({ type: 'prepared', session: null })
      else dispatch({ type: 'stopped', error })
    }
  }

  /** E03: the challenge and the provider's session end with the payment. */
  const end = async (error: CheckoutError | null): Promise<void> => {
    unfinished = null
    remember(null)
    dispatch({ type: 'stopped', error })
    if (isStopped()) return
    onStopped(error)
    if (!needsNoSession(error)) await prepare()
  }

  const finish = (order: PlacedOrder): void => {
    unfinished = null
    remember(null)
    dispatch({ type: 'placed', order })
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

  const complete = async ({ order, completeKey, transactionUuid }: Attempt): Promise<void> => {
    dispatch({ type: 'completing' })
    if (prepareArgs.source === 'hire-invoice') {
      const { reference } = await retry(() =>
        send(
          api.checkout.completeInvoice,
          { transactionUuid: transactionUuid ?? '' },
          { idempotencyKey: completeKey },
        ),
      )
      finish({ completeOrderId: null, reference })
      return
    }
    const { completeOrderId, reference } = await retry(() =>
      send(
        api.checkout.complete,
        { ...order.complete, ...(transactionUuid !== undefined && { transactionUuid }) },
        { idempotencyKey: completeKey },
      ),
    )
    finish({ completeOrderId, reference })
  }

  /** Waits for the bank, then completes. */
  const settle = async (attempt: Attempt, authorisation?: Authorisation): Promise<void> => {
    const result = await pollTransaction({
      initialStatus: authorisation?.transactionStatus,
      read: () => send(api.checkout.transaction, { uuid: attempt.transactionUuid ?? '' }),
      pause,
      challenge: () => challenge,
      isStopped,
      onRead: (transaction) => {
        dispatch({ type: 'transaction', transaction })
      },
    })
    if (result.outcome === 'authorised') await complete(attempt)
    else if (result.outcome === 'placed') finish(result.order)
    else if (result.outcome === 'ended') await end(result.error)
  }

  const payWith = async (attempt: Attempt): Promise<void> => {
    const { order, transactionUuid } = attempt
    // The sum was authorised before: only its outcome is still open.
    if (transactionUuid !== undefined) {
      dispatch({ type: 'resumed', transactionUuid })
      await settle(attempt)
      return
    }
    if (order.card === null) {
      await complete(attempt)
      return
    }
    if (attempt.card === undefined) {
      dispatch({ type: 'identifying' })
      attempt.card = await order.card.identify()
    }
    dispatch({ type: 'authorising' })
    const authorisation = await authorise(attempt)
    if (authorisation.transactionStatus === 'challenge') challenge = 'open'
    dispatch({ type: 'authorised', authorisation })
    await settle(attempt, authorisation)
  }

  const handleFailure = async (failure: unknown): Promise<void> => {
    if (failure instanceof CardRefusedError) {
      unfinished = null
      if (failure.sessionExpired) await end(cardSessionExpired)
      else dispatch({ type: 'interrupted', error: formError(failure.fields) })
    } else if (failure instanceof ApiError) {
      const error = await sessionEndOr(failure, toCheckoutError(failure))
      if (isOutcomeUnknown(failure) || failure.status === 429) dispatch({ type: 'interrupted', error })
      else if (error === loggedOutError) {
        // The form and the card stay for when they have logged in again, and so does a sum that was authorised.
        if (unfinished?.transactionUuid === undefined) unfinished = null
        dispatch({ type: 'interrupted', error })
      } else await end(error)
    } else {
      throw failure
    }
  }

  /** One payment at a time. */
  const run = async (payment: () => Promise<void>): Promise<void> => {
    if (state !== 'idle') return
    state = 'running'
    challenge = 'none'
    try {
      await payment()
    } catch (failure) {
      await handleFailure(failure)
    } finally {
      if (!isStopped()) state = 'idle'
    }
  }

  return {
    pay: (order) =>
      run(async () => {
        unfinished ??= { order, authoriseKey: newKey(), completeKey: newKey() }
        await payWith(unfinished)
      }),
    resume: (transactionUuid) =>
      run(async () => {
        const order = { card: null, authorise: { sessionKey: '' }, complete: { termsAccepted: true } }
        unfinished = { order, authoriseKey: newKey(), completeKey: newKey(), transactionUuid }
        await payWith(unfinished)
      }),
    bankReturned: () => {
      if (challenge === 'open') challenge = 'returned'
      pauseCut.abort()
    },
    leaveBank: () => {
      challenge = 'left'
      pauseCut.abort()
    },
    edited: () => {
      // Once the sum was authorised, what was sent counts, not what the form says now.
      if (unfinished?.transactionUuid === undefined && state !== 'running') unfinished = null
    },
    prepare,
    stop: () => {
      state = 'stopped'
      pauseCut.abort()
    },
  }
}
