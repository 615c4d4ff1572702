import { useState } from 'react'
import { useBasket } from '#web/features/baskets/useBasket.ts'
import { useBasketChanges } from '#web/features/baskets/useBasketChanges.ts'
import { CustomerSearch } from '#web/features/customers/CustomerSearch.tsx'
import { ServedCustomer } from '#web/features/customers/ServedCustomer.tsx'
import * as messages from '#messages/desk/customers.ts'
import { useBuyer } from '#web/platform/buyer.ts'
import { basketLeftPath, customerChoicePath, deskLinks } from '#web/platform/deskLinks.ts'
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
  const serveNext = useServeNext(here)
  return (
    <ServedCustomer
      customer={buyer}
      chooseTo={customerChoicePath(here)}
      onWalkIn={() => void serveNext(null)}
      basket={{ to: links.basket(), count: basket?.itemCount ?? 0, total: basket?.formattedTotal ?? '' }}
    />
  )
}

/** The dialog in which a customer is found, or a walk-in or new customer chosen. */
export const ChooseCustomer = ({ here }: { here: string }) => {
  const navigate = useNavigate()
  const serveNext = useServeNext(here)
  return (
    <Modal
      title={messages.chooseCustomer}
      onClose={() => {
        void navigate(here, { replace: true, stay: true })
      }}
    >
      <div className={styles['choose']}>
        <CustomerSearch label={messages.findCustomer} isFirst onChosen={({ id }) => void serveNext(id)} />
        <p className={styles['others']}>
          <Button variant="secondary" onClick={() => void serveNext(null)}>
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

/** Serves the next customer, and asks what becomes of a basket that was left with lines. */
const useServeNext = (here: string): ReturnType<typeof useServeCustomer> => {
  const isLeft = (useBasket()?.itemCount ?? 0) > 0
  return useServeCustomer(isLeft ? basketLeftPath(here) : here, { replace: true, stay: true })
}

/** Asks whether the next customer takes over the lines of the one before. */
export const BasketLeft = ({ here }: { here: string }) => {
  const navigate = useNavigate()
  const basket = useBasket()
  const { clear } = useBasketChanges()
  const [isClearing, setClearing] = useState(false)
  if (basket === undefined || basket.itemCount === 0) return null
  const close = (): void => {
    void navigate(here, { replace: true, stay: true })
  }
  const count = basket.itemCount
  const names = basket.items.map(({ name, cartableResource: session }) =>
    session === null ? name : messages.lineLeft({ name: session.name, time: session.startsAt.format24Hour }),
  )
  return (
    <Modal title={messages.basketLeft} onClose={close}>
      <div className={styles['left']}>
        <p>{messages.basketLeftQuestion({ count, names })}</p>
        <p className={styles['others']}>
          <Button size="lg" onClick={close}>
            {messages.continueWithLines({ count })}
          </Button>
          <Button
            variant="secondary"
            size="lg"
            busy={isClearing}
            onClick={() => {
              setClearing(true)
              void clear().then(close)
            }}
          >
            {messages.emptyLeftBasket}
          </Button>
        </p>
      </div>
    </Modal>
  )
}
