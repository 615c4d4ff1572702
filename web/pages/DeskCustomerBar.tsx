import { useBasket } from '#web/features/baskets/useBasket.ts'
import { CustomerSearch } from '#web/features/customers/CustomerSearch.tsx'
import { ServedCustomer } from '#web/features/customers/ServedCustomer.tsx'
import * as messages from '#messages/desk/customers.ts'
import { useBuyer } from '#web/platform/buyer.ts'
import { customerChoicePath, deskLinks } from '#web/platform/deskLinks.ts'
import { links } from '#web/platform/links.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import styles from './DeskFrame.module.css'
import { useServeCustomer } from './useServeCustomer.ts'

/** The customer being served, with buttons to change them. `here` is the current address without dialogs. */
export const DeskCustomerBar = ({ here }: { here: string }) => {
  const buyer = useBuyer()
  const basket = useBasket()
  const switchCustomer = useServeCustomer(here, { replace: true, stay: true })
  return (
    <ServedCustomer
      customer={buyer}
      chooseTo={customerChoicePath(here)}
      onWalkIn={() => void switchCustomer(null)}
      basket={{ to: links.basket(), count: basket?.itemCount ?? 0, total: basket?.formattedTotal ?? '' }}
    />
  )
}

/** The dialog in which a customer is found, or a walk-in or new customer chosen. */
export const ChooseCustomer = ({ here }: { here: string }) => {
  const navigate = useNavigate()
  const switchCustomer = useServeCustomer(here, { replace: true, stay: true })
  return (
    <Modal
      title={messages.chooseCustomer}
      onClose={() => {
        void navigate(here, { replace: true, stay: true })
      }}
    >
      <div className={styles['choose']}>
        <CustomerSearch
          label={messages.findCustomer}
          isFirst
          onChosen={({ id }) => void switchCustomer(id)}
        />
        <p className={styles['others']}>
          <Button variant="secondary" onClick={() => void switchCustomer(null)}>
            {messages.walkIn}
          </Button>
          <Link className={buttonClass({ variant: 'text' })} to={deskLinks.newCustomer()}>
            {messages.registerNew}
          </Link>
        </p>
      </div>
    </Modal>
  )
}
