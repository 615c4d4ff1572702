import { offline } from '#messages/shared/connection.ts'
import { scriptPartFailed } from '#messages/shared/errors.ts'
import { isOffline } from '#web/platform/api.ts'
import { preloadWhenIdle } from '#web/platform/lazyComponent.tsx'
import type { PaymentFlow, PaymentFlowDeps } from './paymentFlow.ts'

const loadScript = () => import('./paymentFlow.ts')
preloadWhenIdle(loadScript)

/** The payment flow, whose script is loaded with the first step that needs it, if the browser was not idle before. */
export const createLazyPaymentFlow = (deps: PaymentFlowDeps, load = loadScript): PaymentFlow => {
  let flow: PaymentFlow | undefined
  let isStopped = false
  const run = async (step: (flow: PaymentFlow) => Promise<void>): Promise<void> => {
    if (flow === undefined) {
      let script
      try {
        script = await load()
      } catch {
        if (!isStopped)
          deps.dispatch({ type: 'interrupted', error: loadFailed(isOffline() ? offline : scriptPartFailed) })
        return
      }
      if (isStopped) return
      // The step before this one may have been waiting for the same script.
      flow ??= script.createPaymentFlow(deps)
    }
    await step(flow)
  }
  return {
    pay: (order) => run((loaded) => loaded.pay(order)),
    resume: (transactionUuid) => run((loaded) => loaded.resume(transactionUuid)),
    prepare: () => run((loaded) => loaded.prepare()),
    // Nothing has been sent as long as there is no script.
    bankReturned: () => flow?.bankReturned(),
    leaveBank: () => flow?.leaveBank(),
    edited: () => flow?.edited(),
    stop: () => {
      isStopped = true
      flow?.stop()
    },
  }
}

const loadFailed = (title: string) =>
  ({ kind: 'refused', title, fields: {}, items: [], toast: title }) as const
