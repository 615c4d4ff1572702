import { useState } from 'react'
import { api } from '#web/platform/api.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { useRead } from '#web/platform/queries.ts'
import { EmptyBasket } from './EmptyBasket.tsx'
import { useBasket } from './useBasket.ts'

const BasketView = lazyComponent(
  'web/features/baskets/BasketView.tsx',
  async () => (await import('./BasketView.tsx')).BasketView,
)

/** The basket, whose script is loaded only once something is in it. `level` is that of its groups' headings. */
export const BasketPanel = ({ level }: { level: 2 | 3 }) => {
  const { data: config } = useRead(api.operator.config)
  const basket = useBasket()
  const isEmpty = basket === undefined || (basket.items.length === 0 && basket.lapsedItems.length === 0)
  // Once filled it stays, since it offers to undo what has emptied it.
  const [wasFilled, setWasFilled] = useState(!isEmpty)
  if (!isEmpty && !wasFilled) setWasFilled(true)
  if (isEmpty && !wasFilled) return <EmptyBasket minutes={Math.round(config.basketHoldSeconds / 60)} />
  return <BasketView level={level} />
}
