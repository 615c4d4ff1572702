import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import type { PreparedCheckout } from '#contract/checkout.ts'
import { api } from '#web/platform/api.ts'
import { readKey } from '#web/platform/queries.ts'
import { validationTitle } from '#web/platform/toasts.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { nextPayment, paymentAtStart, type Payment, type PlacedOrder } from './payment.ts'
import { createRoad, type Road, type RoadSettings } from './road.ts'
import type { Trouble } from './trouble.ts'
import { rememberPayment } from './underWay.ts'

/** After so long people want to know that nothing is wrong, ms. */
const slowAfterMs = 10_000

type PrepareAs = NonNullable<RoadSettings['prepareAs']>

export type PaymentStart = {
  prepared: PreparedCheckout | null
  /** What prepare met instead. */
  trouble: Trouble | null
  /** A payment begun before this page was there. */
  underWay: string | undefined
}

/** The payment of this page, and what drives it. */
export const usePayment = (
  start: PaymentStart,
  { onPlaced, prepareAs }: { onPlaced: (order: PlacedOrder) => void; prepareAs?: PrepareAs },
): { payment: Payment; road: Road; fail: (trouble: Trouble) => void } => {
  const { client, cookies, channel } = useVisit()
  const queries = useQueryClient()
  const toasts = useToasts()
  const [payment, tell] = useReducer(nextPayment, start, ({ prepared, trouble, underWay }) => {
    const atStart = paymentAtStart(prepared, trouble)
    return underWay === undefined
      ? atStart
      : nextPayment(atStart, { is: 'resumed', transactionUuid: underWay })
  })
  const [road] = useState(() =>
    createRoad({
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
        rememberPayment(cookies, transactionUuid)
      },
      // Holds are longer now, or gone: the basket says.
      onStopped: () => {
        void queries.invalidateQueries({ queryKey: readKey(api.baskets.read, {}) })
      },
    }),
  )

  const { underWay } = start
  useEffect(() => {
    if (underWay !== undefined) void road.resume(underWay)
    return () => {
      road.stop()
      // A session is good for one visit of the page: the next one prepares anew.
      queries.removeQueries({ queryKey: readKey(api.checkout.prepare, prepareAs ?? channel.checkout ?? {}) })
    }
    // A payment remembered later is this page's own.
    // oxlint-disable-next-line react/exhaustive-deps -- only what was under way when the page came
  }, [road, queries])

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

  const { trouble } = payment
  const told = useRef(start.trouble)
  useEffect(() => {
    const before = told.current
    if (before === trouble) return
    told.current = trouble
    // What an earlier try came to is no news any more; errors stay until somebody takes them away.
    for (const { id, content } of toasts.list()) if (content === shownAs(before)) toasts.dismiss(id)
    const content = shownAs(trouble)
    if (trouble === null || content === undefined) return
    toasts.show({
      content,
      colour: 'danger',
      inline: false,
      ...(content === validationTitle && { type: 'validation', validationMessages: trouble.fields }),
    })
  }, [trouble, toasts])

  const { placed } = payment
  const placedBefore = useRef(false)
  useEffect(() => {
    if (placed === null || placedBefore.current) return
    placedBefore.current = true
    onPlaced(placed)
  }, [placed, onPlaced])

  return {
    payment,
    road,
    fail: (met) => {
      tell({ is: 'interrupted', trouble: met })
    },
  }
}

/** The words at the edge of the screen; none where the page says enough. */
const shownAs = (trouble: Trouble | null): string | undefined => {
  if (trouble === null || trouble.said === '') return undefined
  return Object.keys(trouble.fields).length === 0 ? trouble.said : validationTitle
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
