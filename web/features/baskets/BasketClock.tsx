import type { Basket } from '#contract/baskets.ts'
import { HoldClock } from './HoldClock.tsx'
import { useBasketChanges } from './useBasketChanges.ts'

/** The clock of a basket on the way to its payment: who lets the places go clears it. */
export const BasketClock = ({ basket }: { basket: Basket }) => {
  const { clear } = useBasketChanges()
  return <HoldClock basket={basket} onRelease={() => void clear()} />
}
