import { useBasketActions } from '#web/features/baskets/useBasketActions.ts'
import { OwedPenalties } from '#web/features/payments/OwedPenalties.tsx'

/** What a customer owes, payable along with the basket. */
export const BasketPenalties = () => {
  const { basket, add, isAdding, failureOf } = useBasketActions()
  const rowKeyOf = (id: number): string => `penalty ${id}`
  return (
    <OwedPenalties
      basket={basket}
      isAdding={(id) => isAdding(rowKeyOf(id))}
      failureOf={(id) => failureOf(rowKeyOf(id))}
      onPay={(id) => {
        add([{ id, type: 'penalty', quantity: 1 }], rowKeyOf(id))
      }}
    />
  )
}
