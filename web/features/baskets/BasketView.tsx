import { useEffect, useRef, useState } from 'react'
import type { Basket, BasketItem } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import * as basketMessages from '#messages/shared/filledBasket.ts'
import { api } from '#web/platform/api.ts'
import { namesAttendees, nextToPay } from '#web/platform/attendees.ts'
import { links, loginModalPath, withQuery } from '#web/platform/links.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { BasketLine } from './BasketLine.tsx'
import styles from './BasketView.module.css'
import { EmptyBasket } from './EmptyBasket.tsx'
import { HoldClock } from './HoldClock.tsx'
import { LapsedLines } from './LapsedLines.tsx'
import {
  combineTickets,
  describeLine,
  groupLines,
  isSameItem,
  itemsNeedingLogin,
  lineTitle,
  toItemInput,
  type CombinedLine,
} from './basketLines.ts'
import { useBasketActions, type BasketActions } from './useBasketActions.ts'
import { useBasketChanges } from './useBasketChanges.ts'

/** Items removed at once, which Undo adds again. */
type Removal = {
  items: readonly BasketItem[]
  message: string
  /** Whose basket it was; null for a visitor's, which stays theirs when they log in. */
  customerId: number | null
}

/** The basket on its page, in the drawer and beside a timetable. `level` is the heading level of its groups. */
export const BasketView = ({ level }: { level: 2 | 3 }) => {
  const { data: config } = useRead(api.operator.config)
  const customer = useCustomer()
  const actions = useBasketActions()
  const changes = useBasketChanges()
  const { basket } = actions
  const [removals, setRemovals] = useState<readonly Removal[]>([])
  const headings = useRef(new Map<number, HTMLHeadingElement>())
  const undo = useRef<HTMLUListElement>(null)
  const removing = useRef<{ id: number; next: number | undefined }>(undefined)
  const restoring = useRef<readonly BasketItem[]>([])

  // The focus moves to the next line when its own was removed, and to the line that Undo adds again.
  useEffect(() => {
    const restored = basket?.items.find((item) => restoring.current.some((removed) => isSame(removed, item)))
    if (restored !== undefined) {
      restoring.current = []
      headings.current.get(restored.id)?.focus()
    }
    const { current } = removing
    if (current === undefined || basket?.items.some(({ id }) => id === current.id)) return
    removing.current = undefined
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const next = current.next === undefined ? undefined : headings.current.get(current.next)
    ;(next ?? undo.current?.querySelector('button'))?.focus()
  }, [basket])

  const items = combineTickets(basket?.items ?? [], config.currency.symbol)
  const customerId = customer?.id ?? null
  const undoable = removals.filter(
    (removal) =>
      (removal.customerId === null || removal.customerId === customerId) &&
      !removal.items.some((item) => items.some((other) => isSame(item, other))),
  )
  const remove = (item: CombinedLine): void => {
    const index = items.findIndex(({ id }) => id === item.id)
    removing.current = { id: item.id, next: (items[index + 1] ?? items[index - 1])?.id }
    setRemovals([
      ...undoable,
      { items: [item], message: basketMessages.itemRemoved({ item: describeLine(item) }), customerId },
    ])
    for (const { id } of item.lines) actions.remove(id, `line ${item.id}`)
  }
  const clear = async (): Promise<void> => {
    removing.current = items[0] === undefined ? undefined : { id: items[0].id, next: undefined }
    // Shown once the items have gone from the basket.
    setRemovals([{ items, message: basketMessages.basketCleared, customerId }])
    await changes.clear()
  }
  const isNamed = namesAttendees(items, customer?.id ?? null)
  const GroupHeading = level === 2 ? 'h2' : 'h3'

  const undoNotes =
    undoable.length === 0 ? null : (
      <ul role="list" className={styles['removed']} ref={undo}>
        {undoable.map((removal) => (
          <UndoRemoval
            key={removal.items.map(({ id }) => id).join()}
            removal={removal}
            actions={actions}
            onUndo={() => {
              restoring.current = removal.items
            }}
          />
        ))}
      </ul>
    )
  if (basket === undefined || (items.length === 0 && basket.lapsedItems.length === 0)) {
    return (
      <div className={styles['basket']}>
        {undoNotes}
        <EmptyBasket minutes={Math.round(config.basketHoldSeconds / 60)} />
      </div>
    )
  }
  if (basket.status !== 'open') return <PaymentPending basket={basket} />
  return (
    <div className={styles['basket']}>
      <noscript>
        {basket.notices.map(({ message }) => (
          <Notice key={message}>
            <p>{message}</p>
          </Notice>
        ))}
      </noscript>
      <HoldClock basket={basket} onRelease={() => void clear()} />
      {undoNotes}
      {groupLines(items, customer).map((group) => (
        <section key={group.key} className={styles['group']}>
          <GroupHeading className={styles['venue']}>
            {group.venueName}
            {group.personLabel === undefined ? null : (
              <span className={styles['whom']}>{` · ${group.personLabel}`}</span>
            )}
          </GroupHeading>
          <ul role="list">
            {group.items.map((item) => (
              <BasketLine
                key={item.id}
                item={item}
                customer={customer}
                isNamed={isNamed}
                basketEndsAt={basket.expiresAt}
                actions={actions}
                Heading={level === 2 ? 'h3' : 'h4'}
                headingRef={(element) => {
                  if (element === null) headings.current.delete(item.id)
                  else headings.current.set(item.id, element)
                }}
                onRemove={() => {
                  remove(item)
                }}
              />
            ))}
          </ul>
        </section>
      ))}
      <LapsedLines
        basket={basket}
        actions={actions}
        Heading={GroupHeading}
        onReserve={(item) => {
          restoring.current = [item]
        }}
      />
      {items.length === 0 ? null : (
        <>
          <Totals basket={basket} symbol={config.currency.symbol} />
          <div className={styles['end']} data-edge="end">
            <Total basket={basket} symbol={config.currency.symbol} />
            <CheckoutLink basket={basket} isLoggedIn={customer !== null} />
          </div>
          <Button variant="text" size="sm" className={styles['clear']} onClick={() => void clear()}>
            {basketMessages.clearBasket}
          </Button>
        </>
      )}
    </div>
  )
}

/** Whether two lines are the same item, even if one was added later. */
const isSame = (one: BasketItem, other: BasketItem): boolean => one.id === other.id || isSameItem(one, other)

const UndoRemoval = ({
  removal,
  actions,
  onUndo,
}: {
  removal: Removal
  actions: BasketActions
  onUndo: () => void
}) => {
  const rowKey = `undo ${removal.items.map(({ id }) => id).join()}`
  const failure = actions.failureOf(rowKey)
  return (
    <li className={styles['gone']}>
      <span>{removal.message}</span>
      <Button
        variant="text"
        size="sm"
        busy={actions.isAdding(rowKey)}
        aria-label={basketMessages.undoWhat({ what: removal.message })}
        onClick={() => {
          onUndo()
          actions.add(removal.items.map(toItemInput), rowKey)
        }}
      >
        {basketMessages.undo}
      </Button>
      {failure === undefined ? null : <span className={styles['failure']}>{failure}</span>}
    </li>
  )
}

const Totals = ({ basket, symbol }: { basket: Basket; symbol: string }) => (
  <dl className={styles['totals']}>
    <div>
      <dt>{basketMessages.subtotal}</dt>
      <dd>{formatted(basket.subTotal, symbol)}</dd>
    </div>
    <div>
      <dt>{basketMessages.vat}</dt>
      <dd>{formatted(basket.taxTotal, symbol)}</dd>
    </div>
  </dl>
)

/** Stays in sight however long the basket is. */
const Total = ({ basket, symbol }: { basket: Basket; symbol: string }) => (
  <dl className={styles['totals']}>
    <div className={styles['total']}>
      <dt>{basketMessages.total}</dt>
      <dd>{basket.formattedTotal}</dd>
    </div>
    {basket.payments.map(({ id, type, amount }) => (
      <div key={id}>
        <dt>{type === 'membership' ? basketMessages.membershipCredit : basketMessages.credit}</dt>
        <dd>{formatted(-amount, symbol)}</dd>
      </div>
    ))}
    {basket.balance === basket.total ? null : (
      <div>
        <dt>{basketMessages.toPay}</dt>
        <dd>{basket.formattedBalance}</dd>
      </div>
    )}
  </dl>
)

/** To the checkout, or to the login where an item needs an account. */
const CheckoutLink = ({ basket, isLoggedIn }: { basket: Basket; isLoggedIn: boolean }) => {
  const items = itemsNeedingLogin(basket, isLoggedIn)
  const look = buttonClass({ size: 'lg', wide: true })
  const next = nextToPay(basket)
  if (items.length === 0) {
    return (
      <Link className={look} to={next}>
        {basketMessages.goToCheckout}
      </Link>
    )
  }
  return (
    <>
      <Notice title={basketMessages.loginTitle}>
        <p>{basketMessages.loginText({ names: [...new Set(items.map(lineTitle))] })}</p>
      </Notice>
      <Link className={look} to={loginModalPath(withQuery(links.basket(), { redirect: next }))}>
        {basketMessages.logInToCheckOut}
      </Link>
    </>
  )
}

/** D04: the basket is being paid for, or has been. */
const PaymentPending = ({ basket }: { basket: Basket }) =>
  basket.status === 'paymentProcessing' ? (
    <Notice title={basketMessages.paymentProcessing}>
      <p>{basketMessages.paymentProcessingText}</p>
      <p>
        <Link to={links.checkout()}>{basketMessages.backToPayment}</Link>
      </p>
    </Notice>
  ) : (
    <Notice colour="success" title={basketMessages.paymentComplete}>
      <p>
        {basket.completeOrderId === null ? (
          basketMessages.basketPaid
        ) : (
          <Link to={links.bookingConfirmed(basket.completeOrderId)}>{basketMessages.viewBookings}</Link>
        )}
      </p>
    </Notice>
  )
