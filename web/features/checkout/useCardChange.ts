import { useEffect, useRef, useState, type RefObject } from 'react'
import type { CardChange, PreparedCardChange } from '#contract/payments.ts'
import * as messages from '#messages/account/paymentMethod.ts'
import { offline } from '#messages/shared/connection.ts'
import { scriptPartFailed } from '#messages/shared/errors.ts'
import { api, ApiError, isOffline, newKey } from '#web/platform/api.ts'
import { announceChange, invalidateReads } from '#web/platform/changes.ts'
import { preloadWhenIdle } from '#web/platform/lazyComponent.tsx'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { sendChange } from '#web/platform/queries.ts'
import { CardRefusedError, type CardInput, type IdentifiedCard } from './cardInput.ts'
import type { FieldErrors } from './checkoutErrors.ts'
import type { CardChangeError } from './saveCardChange.ts'

const loadScript = () => import('./saveCardChange.ts')
preloadWhenIdle(loadScript)

/** From here on the page says that the bank takes longer, ms. */
const slowAfterMs = 10_000

export type CardChangeState = {
  stage: 'ready' | 'identifying' | 'saving' | 'challenge' | 'waiting' | 'saved'
  session: PreparedCardChange | null
  isPreparing: boolean
  isSlow: boolean
  /** The bank's request, while it is open. */
  change: CardChange | null
  error: CardChangeError | null
  fields: FieldErrors
}

/**
 * Runs a change of card from the button until it is saved. An attempt whose outcome is unknown keeps its
 * Idempotency-Key, so that trying again repeats the same request.
 */
export const useCardChange = (
  membershipId: number,
  prepared: PreparedCardChange | null,
  card: RefObject<CardInput | null>,
  onSaved: () => void,
) => {
  const { client, queries } = usePageContext()
  const [state, setState] = useState<CardChangeState>({
    stage: 'ready',
    session: prepared,
    isPreparing: false,
    isSlow: false,
    change: null,
    error: null,
    fields: {},
  })
  const update = (change: Partial<CardChangeState>): void => {
    if (!isStopped.current) setState((current) => ({ ...current, ...change }))
  }
  const isStopped = useRef(false)
  const hasLeft = useRef(false)
  const attempt = useRef<{ key: string; card?: IdentifiedCard | undefined } | null>(null)
  const wake = useRef<() => void>(() => undefined)
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
      wake.current()
    }
  }, [])

  const isWaiting = state.stage === 'waiting'
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setState((current) => ({ ...current, isSlow: true })), slowAfterMs)
    return () => clearTimeout(timer)
  }, [isWaiting])

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake.current = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const prepare = async (): Promise<void> => {
    update({ isPreparing: true })
    try {
      update({ session: await client.send(api.payments.prepareCardChange, { membershipId }) })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      // Without a session the card form offers to try again.
      update({ session: null })
    } finally {
      update({ isPreparing: false })
    }
  }

  /** A card is verified once a session: the next attempt is a new one. */
  const end = async (error: CardChangeError): Promise<void> => {
    attempt.current = null
    update({ stage: 'ready', change: null, error, fields: error.fields ?? {} })
    await prepare()
  }

  const handleRefusal = async (failure: unknown): Promise<void> => {
    if (!(failure instanceof CardRefusedError)) throw failure
    attempt.current = null
    if (failure.sessionExpired)
      await end({ title: messages.sessionExpired, detail: messages.sessionExpiredText })
    else update({ stage: 'ready', fields: failure.fields })
  }

  const save = async (session: PreparedCardChange): Promise<void> => {
    attempt.current ??= { key: newKey() }
    const current = attempt.current
    update({ stage: 'identifying', error: null, fields: {}, isSlow: false })
    const script = await loadScript().catch(() => null)
    if (script === null) {
      // Nothing has been sent.
      update({ stage: 'ready', error: { title: isOffline() ? offline : scriptPartFailed } })
      return
    }
    current.card ??= await card.current?.identify()
    update({ stage: 'saving' })
    const args = { membershipId, sessionKey: session.sessionKey, ...current.card }
    const result = await script.saveCardChange({
      send: () =>
        sendChange({ queries, client }, api.payments.changeCard, args, { idempotencyKey: current.key }),
      read: ({ cardChangeUuid }) => client.send(api.payments.cardChange, { uuid: cardChangeUuid }),
      onSent: (change) => {
        hasLeft.current = false
        update({ stage: change.status === 'challenge' ? 'challenge' : 'waiting', change })
      },
      pause,
      hasLeft: () => hasLeft.current,
      isStopped: () => isStopped.current,
    })
    if (result === 'stopped') return
    if (result === 'unanswered') {
      update({ stage: 'ready', error: { title: messages.offline, detail: messages.offlineText } })
      return
    }
    if (result !== 'saved') {
      await end(result)
      return
    }
    attempt.current = null
    // It may have been saved after the call had been answered.
    invalidateReads(queries, ['account'])
    announceChange(queries, ['account'])
    update({ stage: 'saved', change: null })
    onSaved()
  }

  const isBusy = state.stage !== 'ready'
  return {
    state,
    isBusy,
    submit: () => {
      const { session } = state
      if (isBusy || session === null) return
      save(session).catch(handleRefusal).catch(reportFailure)
    },
    prepare: () => void prepare(),
    edited: () => {
      if (!isBusy) attempt.current = null
    },
    clear: (...names: readonly string[]) => {
      if (Object.keys(state.fields).some((name) => names.includes(name) || name.startsWith('cardFields')))
        update({ fields: {} })
    },
    bankReturned: () => {
      wake.current()
    },
    leaveBank: () => {
      hasLeft.current = true
      wake.current()
    },
  }
}

const reportFailure = (failure: unknown): void => {
  setTimeout(() => {
    throw failure
  })
}
