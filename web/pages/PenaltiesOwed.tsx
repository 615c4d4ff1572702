import { useBasketCall } from '#web/features/baskets/useBasketCall.ts'
import { OwedPenalties } from '#web/features/payments/OwedPenalties.tsx'

/** What a customer owes, payable along with the basket. */
export const PenaltiesOwed = () => {
  const { basket, add, isAdding, failureOf } = useBasketCall()
  const markOf = (id: number): string => `penalty ${id}`
  return (
    <OwedPenalties
      basket={basket}
      isAdding={(id) => isAdding(markOf(id))}
      failureOf={(id) => failureOf(markOf(id))}
      onPay={(id) => {
        add([{ id, type: 'penalty', quantity: 1 }], markOf(id))
      }}
    />
  )
}
