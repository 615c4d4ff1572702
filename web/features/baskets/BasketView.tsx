import { useEffect, useRef, useState } from 'react'
import type { Basket, BasketItem } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import { api } from '#web/platform/api.ts'
import { offersQuestions } from '#web/platform/attendees.ts'
import { links, loginOver, withQuery } from '#web/platform/links.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { BasketLine } from './BasketLine.tsx'
import styles from './BasketView.module.css'
import { EmptyBasket } from './EmptyBasket.tsx'
import { HoldClock } from './HoldClock.tsx'
import { LapsedLines } from './LapsedLines.tsx'
import { groupLines, describeLine, lineTitle, toItemInput, itemsNeedingLogin } from './basketLines.ts'
import { useBasketActions, useLatestSuccess } from './useBasketActions.ts'

/** Lines taken out in one go, which Undo puts back. */
type Removal = { items: readonly BasketItem[]; words: string }

/**
 * The basket itself: the same on its page, in the drawer and beside a timetable. `level` is that of the headings of
 * its groups; the lines stand one below.
 */
export const BasketView = ({ level }: { level: 2 | 3 }) => {
  const { data: config } = useRead(api.operator.config)
  const customer = useCustomer()
  const call = useBasketActions()
  const { basket } = call
  const news = useLatestSuccess()
  const [removed, setRemoved] = useState<readonly Removal[]>([])
  const headings = useRef(new Map<number, HTMLHeadingElement>())
  const undo = useRef<HTMLUListElement>(null)
  const leaving = useRef<{ id: number; next: number | undefined }>(undefined)
  const comingBack = useRef<readonly BasketItem[]>([])

  // Focus goes on to the next line when the one it was in has gone (experience 4.7), and to the one that Undo brings back.
  useEffect(() => {
    const back = basket?.items.find((item) => comingBack.current.some((gone) => isSame(gone, item)))
    if (back !== undefined) {
      comingBack.current = []
      headings.current.get(back.id)?.focus()
    }
    const { current } = leaving
    if (current === undefined || basket?.items.some(({ id }) => id === current.id)) return
    leaving.current = undefined
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const next = current.next === undefined ? undefined : headings.current.get(current.next)
    ;(next ?? undo.current?.querySelector('button'))?.focus()
  }, [basket])

  const items = basket?.items ?? []
  const noticed = removed.filter(
    ({ items: gone }) => !gone.some((item) => items.some((other) => isSame(item, other))),
  )
  const remove = (item: BasketItem): void => {
    const index = items.findIndex(({ id }) => id === item.id)
    leaving.current = { id: item.id, next: (items[index + 1] ?? items[index - 1])?.id }
    setRemoved([...noticed, { items: [item], words: `Removed ${describeLine(item)}.` }])
    call.remove(item.id, `line ${item.id}`)
  }
  const clear = async (): Promise<void> => {
    leaving.current = items[0] === undefined ? undefined : { id: items[0].id, next: undefined }
    // Shown once they are gone; if they do not go, never.
    setRemoved([{ items, words: 'The basket has been cleared.' }])
    await call.clear()
  }
  const GroupHeading = level === 2 ? 'h2' : 'h3'

  const undoNotes =
    noticed.length === 0 ? null : (
      <ul role="list" className={styles['removed']} ref={undo}>
        {noticed.map((gone) => (
          <UndoRemoval
            key={gone.items.map(({ id }) => id).join()}
            gone={gone}
            call={call}
            onUndo={() => {
              comingBack.current = gone.items
            }}
          />
        ))}
      </ul>
    )
  const good =
    news === undefined ? null : (
      <p className={styles['news']}>
        <Icon name="check" size={16} />
        {news}
      </p>
    )

  if (basket === undefined || (items.length === 0 && basket.lapsedItems.length === 0)) {
    return (
      <div className={styles['basket']}>
        {good}
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
      {good}
      <HoldClock basket={basket} onRelease={() => void clear()} />
      {undoNotes}
      {groupLines(items, customer).map((group) => (
        <section key={group.key} className={styles['group']}>
          <GroupHeading className={styles['venue']}>
            {group.venueName}
            {group.forWhom === undefined ? null : (
              <span className={styles['whom']}>{` · ${group.forWhom}`}</span>
            )}
          </GroupHeading>
          <ul role="list">
            {group.items.map((item) => (
              <BasketLine
                key={item.id}
                item={item}
                customer={customer}
                basketEndsAt={basket.expiresAt}
                basket={call}
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
        call={call}
        Heading={GroupHeading}
        onHold={(item) => {
          comingBack.current = [item]
        }}
      />
      {items.length === 0 ? null : (
        <>
          <Totals basket={basket} symbol={config.currency.symbol} />
          <div className={styles['end']}>
            <Total basket={basket} symbol={config.currency.symbol} />
            <CheckoutLink basket={basket} isLoggedIn={customer !== null} />
          </div>
          <Button variant="text" size="sm" className={styles['clear']} onClick={() => void clear()}>
            Clear basket
          </Button>
        </>
      )}
    </div>
  )
}

/** The same thing in the basket again, be it a new line. */
const isSame = (one: BasketItem, other: BasketItem): boolean =>
  one.id === other.id ||
  (one.type === other.type &&
    (one.cartableResource?.id ?? one.cartableId) === (other.cartableResource?.id ?? other.cartableId) &&
    one.ticketId === other.ticketId &&
    (one.ticketId === null || one.pricingOptionId === other.pricingOptionId) &&
    one.purchasedForUserId === other.purchasedForUserId)

const UndoRemoval = ({
  gone,
  call,
  onUndo,
}: {
  gone: Removal
  call: ReturnType<typeof useBasketActions>
  onUndo: () => void
}) => {
  const rowKey = `undo ${gone.items.map(({ id }) => id).join()}`
  const failure = call.failureOf(rowKey)
  return (
    <li className={styles['gone']}>
      <span>{gone.words}</span>
      <Button
        variant="text"
        size="sm"
        busy={call.isAdding(rowKey)}
        aria-label={`Undo: ${gone.words}`}
        onClick={() => {
          onUndo()
          call.add(gone.items.map(toItemInput), rowKey)
        }}
      >
        Undo
      </Button>
      {failure === undefined ? null : <span className={styles['failure']}>{failure}</span>}
    </li>
  )
}

const Totals = ({ basket, symbol }: { basket: Basket; symbol: string }) => (
  <dl className={styles['totals']}>
    <div>
      <dt>Sub total</dt>
      <dd>{formatted(basket.subTotal, symbol)}</dd>
    </div>
    <div>
      <dt>VAT</dt>
      <dd>{formatted(basket.taxTotal, symbol)}</dd>
    </div>
  </dl>
)

/** What it comes to: in sight however long the basket is. */
const Total = ({ basket, symbol }: { basket: Basket; symbol: string }) => (
  <dl className={styles['totals']}>
    <div className={styles['total']}>
      <dt>Total</dt>
      <dd>{basket.formattedTotal}</dd>
    </div>
    {basket.payments.map(({ id, type, amount }) => (
      <div key={id}>
        <dt>{type === 'membership' ? 'Membership credit' : 'Your credit'}</dt>
        <dd>{formatted(-amount, symbol)}</dd>
      </div>
    ))}
    {basket.balance === basket.total ? null : (
      <div>
        <dt>Left to pay</dt>
        <dd>{basket.formattedBalance}</dd>
      </div>
    )}
  </dl>
)

/** On to paying; or to the login, where something in the basket cannot be had without. */
const CheckoutLink = ({ basket, isLoggedIn }: { basket: Basket; isLoggedIn: boolean }) => {
  const wanting = itemsNeedingLogin(basket, isLoggedIn)
  const look = buttonClass({ size: 'lg', wide: true })
  const next = offersQuestions(basket) ? links.attendees() : links.checkout()
  if (wanting.length === 0) {
    return (
      <Link className={look} to={next}>
        Go to checkout
      </Link>
    )
  }
  const names = [...new Set(wanting.map(lineTitle))].join(' and ')
  return (
    <>
      <Notice title="Log in to go on">
        <p>{`${names} can only be booked by somebody we know. Your basket comes with you.`}</p>
      </Notice>
      <Link className={look} to={loginOver(withQuery(links.basket(), { redirect: next }))}>
        Log in to check out
      </Link>
    </>
  )
}

/** D04: a payment is on its way, or done. */
const PaymentPending = ({ basket }: { basket: Basket }) =>
  basket.status === 'paymentProcessing' ? (
    <Notice title="Payment processing">
      <p>
        A payment for this basket is under way, so it cannot be changed. Your places stay yours until it is
        settled.
      </p>
      <p>
        <Link to={links.checkout()}>Back to the payment</Link>
      </p>
    </Notice>
  ) : (
    <Notice colour="success" title="Payment complete">
      <p>
        {basket.completeOrderId === null ? (
          'This basket has been paid.'
        ) : (
          <Link to={links.bookingConfirmed(basket.completeOrderId)}>See what you have booked</Link>
        )}
      </p>
    </Notice>
  )
