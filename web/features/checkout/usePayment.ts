import { useEffect, useReducer, useRef, useState } from 'react'
import type { PreparedCheckout } from '#contract/transactions.ts'
import { validationErrors } from '#messages/shared/errors.ts'
import { api } from '#web/platform/api.ts'
import { readKey, sendChange } from '#web/platform/queries.ts'
import { cachedCustomer, reloadCustomer, useCustomer } from '#web/platform/session.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import type { CheckoutError } from './checkoutErrors.ts'
import { createLazyPaymentFlow } from './lazyPaymentFlow.ts'
import type { PaymentFlow, PaymentFlowDeps } from './paymentFlow.ts'
import { initialPayment, paymentReducer, type Payment, type PlacedOrder } from './paymentState.ts'
import { savePendingPayment } from './pendingPayment.ts'

/** From here on the page says that it takes longer, ms. */
const slowAfterMs = 10_000

export type PaymentStart = {
  prepared: PreparedCheckout | null
  /** Why there is no session. */
  error: CheckoutError | null
  /** A payment that was begun on an earlier page. */
  pendingTransaction: string | undefined
}

/** The payment of this page and the flow that runs it. */
export const usePayment = (
  start: PaymentStart,
  {
    onPlaced,
    prepareArgs,
  }: {
    onPlaced: (order: PlacedOrder) => void
    prepareArgs?: NonNullable<PaymentFlowDeps['prepareArgs']>
  },
): { payment: Payment; flow: PaymentFlow; fail: (error: CheckoutError) => void } => {
  const context = usePageContext()
  const { client, queries, cookies, channel } = context
  // Another read may notice the end of their session first.
  const customer = useCustomer()
  const lastCustomer = useRef(customer)
  useEffect(() => {
    if (customer !== null) lastCustomer.current = customer
  }, [customer])
  const [payment, dispatch] = useReducer(paymentReducer, start, ({ prepared, error, pendingTransaction }) => {
    const initial = initialPayment(prepared, error)
    return pendingTransaction === undefined
      ? initial
      : paymentReducer(initial, { type: 'resumed', transactionUuid: pendingTransaction })
  })
  const [flow] = useState(() =>
    createLazyPaymentFlow({
      prepareArgs: prepareArgs ?? channel.checkout ?? {},
      send: (call, args, options) => sendChange({ queries, client }, call, args, options ?? {}),
      wait,
      dispatch,
      remember: (transactionUuid) => {
        savePendingPayment(cookies, transactionUuid, prepareArgs)
      },
      hasSessionEnded: async () => {
        await reloadCustomer(context)
        return lastCustomer.current !== null && cachedCustomer(queries) === null
      },
      // The server has extended the holds, or released them.
      onStopped: () => {
        void queries.invalidate(([, path]) => path === api.baskets.read.path)
      },
    }),
  )

  const { pendingTransaction } = start
  useEffect(() => {
    if (pendingTransaction !== undefined) void flow.resume(pendingTransaction)
    return () => {
      flow.stop()
      // A session serves one visit of the page.
      queries.remove(readKey(api.checkout.prepare, prepareArgs ?? channel.checkout ?? {}))
    }
    // A payment remembered later is this page's own.
    // oxlint-disable-next-line react/exhaustive-deps -- only what was pending when the page was loaded
  }, [flow, queries])

  const isWaiting =
    payment.stage === 'authorising' || payment.stage === 'checking' || payment.stage === 'completing'
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => {
      dispatch({ type: 'slow' })
    }, slowAfterMs)
    return () => {
      clearTimeout(timer)
    }
  }, [isWaiting])

  useErrorToast(payment.error, start.error)

  const { placed } = payment
  const isHandled = useRef(false)
  useEffect(() => {
    if (placed === null || isHandled.current) return
    isHandled.current = true
    onPlaced(placed)
  }, [placed, onPlaced])

  return {
    payment,
    flow,
    fail: (error) => {
      dispatch({ type: 'interrupted', error })
    },
  }
}

/** Shows each new error as a toast, in place of that of the error before. */
const useErrorToast = (error: CheckoutError | null, initialError: CheckoutError | null): void => {
  const toasts = useToasts()
  const lastError = useRef(initialError)
  useEffect(() => {
    const before = lastError.current
    if (before === error) return
    lastError.current = error
    for (const { id, content } of toasts.list()) if (content === toastOf(before)) toasts.close(id)
    const content = toastOf(error)
    if (error === null || content === undefined) return
    toasts.show({
      content,
      colour: 'danger',
      ...(content === validationErrors && { type: 'validation', validationMessages: error.fields }),
    })
  }, [error, toasts])
}

const toastOf = (error: CheckoutError | null): string | undefined => {
  if (error === null || error.toast === '') return undefined
  return Object.keys(error.fields).length === 0 ? error.toast : validationErrors
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve()
      return
    }
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
