import type { Transaction } from 'kysely'
import type { CheckoutServices } from '#server/checkout/payment.ts'
import type { Tables } from '#server/platform/tables.ts'
import type { CardProvider } from '#server/providers/cards/port.ts'

/** The process died: nothing it would have done after is done. */
export class Killed extends Error {}

/**
 * Services that die at a step: before or after one of their transactions or of their calls to the card company.
 * What was done before stays done; no later call has any effect.
 */
export const mortal = (
  services: CheckoutServices,
  diesAt: number,
): { services: CheckoutServices; steps: () => number } => {
  let step = 0
  let isDead = false
  const live = (): void => {
    if (isDead) throw new Killed()
  }
  const tick = (): void => {
    live()
    step += 1
    if (step !== diesAt) return
    isDead = true
    throw new Killed()
  }
  const around = async (run: () => Promise<unknown>): Promise<unknown> => {
    tick()
    const outcome = await run()
    tick()
    return outcome
  }
  const db = new Proxy(services.db, {
    get: (target, key) => {
      live()
      if (key === 'transaction') {
        return () => ({
          execute: (run: (tx: Transaction<Tables>) => Promise<unknown>) =>
            around(() => target.transaction().execute(run)),
        })
      }
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  const cards = new Proxy(services.cards, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function'
        ? (...args: unknown[]) => around(() => (value as (...all: unknown[]) => Promise<unknown>)(...args))
        : value
    },
  })
  return { services: { ...services, db, cards }, steps: () => step }
}

/** The company cannot be reached: `lost` calls are carried out and their answer is lost. */
export const unreachable = (
  cards: CardProvider,
  failing: (call: string) => 'before' | 'after' | null,
  error: () => Error,
): CardProvider =>
  new Proxy(cards, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        const fails = failing(String(key))
        if (fails === 'before') throw error()
        const outcome = await (value as (...all: unknown[]) => Promise<unknown>)(...args)
        if (fails === 'after') throw error()
        return outcome
      }
    },
  })
