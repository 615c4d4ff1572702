import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import type { PreparedCheckout } from '#contract/checkout.ts'
import { api } from '#web/platform/api.ts'
import { readKey } from '#web/platform/queries.ts'
import { validationErrors } from '#messages/shared/errors.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { paymentReducer, initialPayment, type Payment, type PlacedOrder } from './paymentState.ts'
import { createPaymentFlow, type PaymentFlow, type PaymentFlowDeps } from './paymentFlow.ts'
import type { CheckoutError } from './checkoutErrors.ts'
import { savePendingPayment } from './pendingPayment.ts'

/** After so long people want to know that nothing is wrong, ms. */
const slowAfterMs = 10_000

type PrepareAs = NonNullable<PaymentFlowDeps['prepareAs']>

export type PaymentStart = {
  prepared: PreparedCheckout | null
  /** What prepare met instead. */
  error: CheckoutError | null
  /** A payment begun before this page was there. */
  pendingTransaction: string | undefined
}

/** The payment of this page, and what drives it. */
export const usePayment = (
  start: PaymentStart,
  { onPlaced, prepareAs }: { onPlaced: (order: PlacedOrder) => void; prepareAs?: PrepareAs },
): { payment: Payment; flow: PaymentFlow; fail: (error: CheckoutError) => void } => {
  const { client, cookies, channel } = useVisit()
  const queries = useQueryClient()
  const toasts = useToasts()
  const [payment, tell] = useReducer(paymentReducer, start, ({ prepared, error, pendingTransaction }) => {
    const atStart = initialPayment(prepared, error)
    return pendingTransaction === undefined
      ? atStart
      : paymentReducer(atStart, { is: 'resumed', transactionUuid: pendingTransaction })
  })
  const [flow] = useState(() =>
    createPaymentFlow({
      prepareAs: prepareAs ?? channel.checkout ?? {},
      // Through the cache of changes, so that what a call makes stale is asked again; reads go straight.
      send: (call, args, options) =>
        call.changes === undefined
          ? client.send(call, args, options)
          : queries
              .getMutationCache()
              .build(queries, {
                mutationFn: () => client.send(call, args, options),
                meta: { changes: call.changes },
              })
              .execute(undefined),
      wait: waited,
      tell,
      remember: (transactionUuid) => {
        savePendingPayment(cookies, transactionUuid)
      },
      // Holds are longer now, or gone: the basket says.
      onStopped: () => {
        void queries.invalidateQueries({ queryKey: readKey(api.baskets.read, {}) })
      },
    }),
  )

  const { pendingTransaction } = start
  useEffect(() => {
    if (pendingTransaction !== undefined) void flow.resume(pendingTransaction)
    return () => {
      flow.stop()
      // A session is good for one visit of the page: the next one prepares anew.
      queries.removeQueries({ queryKey: readKey(api.checkout.prepare, prepareAs ?? channel.checkout ?? {}) })
    }
    // A payment remembered later is this page's own.
    // oxlint-disable-next-line react/exhaustive-deps -- only what was under way when the page came
  }, [flow, queries])

  const waits =
    payment.stage === 'authorising' || payment.stage === 'checking' || payment.stage === 'completing'
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => {
      tell({ is: 'slow' })
    }, slowAfterMs)
    return () => {
      clearTimeout(timer)
    }
  }, [waits])

  const { error } = payment
  const told = useRef(start.error)
  useEffect(() => {
    const before = told.current
    if (before === error) return
    told.current = error
    // What an earlier try came to is no news any more; errors stay until somebody takes them away.
    for (const { id, content } of toasts.list()) if (content === shownAs(before)) toasts.dismiss(id)
    const content = shownAs(error)
    if (error === null || content === undefined) return
    toasts.show({
      content,
      colour: 'danger',
      inline: false,
      ...(content === validationErrors && { type: 'validation', validationMessages: error.fields }),
    })
  }, [error, toasts])

  const { placed } = payment
  const placedBefore = useRef(false)
  useEffect(() => {
    if (placed === null || placedBefore.current) return
    placedBefore.current = true
    onPlaced(placed)
  }, [placed, onPlaced])

  return {
    payment,
    flow,
    fail: (met) => {
      tell({ is: 'interrupted', error: met })
    },
  }
}

/** The words at the edge of the screen; none where the page says enough. */
const shownAs = (error: CheckoutError | null): string | undefined => {
  if (error === null || error.said === '') return undefined
  return Object.keys(error.fields).length === 0 ? error.said : validationErrors
}

const waited = (ms: number, cut: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (cut.aborted) {
      resolve()
      return
    }
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      cut.removeEventListener('abort', done)
      resolve()
    }
    cut.addEventListener('abort', done)
  })
