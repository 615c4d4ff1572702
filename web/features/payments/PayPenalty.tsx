import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'

/** Adds what is owed to the basket, where it is paid. */
export const PayPenalty = ({
  id,
  label,
  name,
  onInBasket,
}: {
  id: number
  label: string
  /** The label with the sum and what it is for. */
  name: string
  onInBasket: () => void
}) => {
  const toasts = useToasts()
  const add = useCall(api.baskets.add, {
    onSuccess: onInBasket,
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <Button
      busy={add.requesting}
      aria-label={name}
      onClick={() => {
        add.send({ items: [{ id, type: 'penalty' }] })
      }}
    >
      {label}
    </Button>
  )
}
