import * as messages from '#messages/desk/orders.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { Button } from '#web/ui/Button.tsx'
import { useServeCustomer } from './useServeCustomer.ts'

/** Ends the service of a customer who has paid: who comes next is a walk-in until they are found. */
export const NextCustomer = () => {
  const serveCustomer = useServeCustomer(deskLinks.home())
  return (
    <Button size="lg" onClick={() => void serveCustomer(null)}>
      {messages.nextCustomer}
    </Button>
  )
}
