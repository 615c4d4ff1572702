import { HoldClock } from '#web/features/baskets/HoldClock.tsx'
import { useBasketActions } from '#web/features/baskets/useBasketActions.ts'
import { DeskPayment } from '#web/features/checkout/DeskPayment.tsx'
import * as messages from '#messages/desk/orders.ts'
import { api } from '#web/platform/api.ts'
import { useBuyer } from '#web/platform/buyer.ts'
import { deskLinks, links, withQuery } from '#web/platform/links.ts'
import { definePage, type LoaderArgs } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { requiresAttendeeAnswers, hasAttendeeQuestions } from '#web/platform/attendees.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import styles from './DeskPayPage.module.css'
import { requireStaff } from './requireStaff.ts'

/** Payment for the basket at the desk. */
const load = requireStaff(async ({ read }: LoaderArgs) => {
  const basket = await read(api.baskets.read)
  await Promise.all([read(api.checkout.terms, {}), read(api.operator.config)])
  return { basketId: basket.id }
})

const DeskPayPage = () => {
  const { data: basket } = useRead(api.baskets.read)
  const { data: terms } = useRead(api.checkout.terms, {})
  const { data: config } = useRead(api.operator.config)
  const buyer = useBuyer()
  const navigate = useNavigate()
  const { clear } = useBasketActions()
  if (basket.items.length === 0) {
    return (
      <Container narrow>
        <PageHeading>{messages.takePayment}</PageHeading>
        <Empty title={messages.emptyBasket}>
          <Link className={buttonClass()} to={deskLinks.home()}>
            {messages.backToToday}
          </Link>
        </Empty>
      </Container>
    )
  }
  return (
    <Container>
      <PageHeading
        lead={
          buyer === null
            ? messages.fromWalkIn
            : messages.from({ name: `${buyer.firstName} ${buyer.lastName}` })
        }
      >
        {messages.takePayment}
      </PageHeading>
      <div className={styles['columns']}>
        <Card>
          {requiresAttendeeAnswers(basket) ? (
            <Notice colour="warning" title={messages.attendeesNeeded}>
              <p>
                <Link to={links.attendees()}>{messages.enterAttendees}</Link>
              </p>
            </Notice>
          ) : hasAttendeeQuestions(basket) ? (
            <Notice title={messages.questionsOffered}>
              <p>
                <Link to={links.attendees()}>{messages.askQuestions}</Link>
              </p>
            </Notice>
          ) : null}
          <DeskPayment
            key={`${basket.itemHash} ${basket.balance}`}
            basket={basket}
            symbol={buyer?.currency.symbol ?? config.currency.symbol}
            needsTerms={terms.some(({ required }) => required)}
            onPaid={({ completeOrderId, changeDue }, isPrinted) => {
              const to = links.bookingConfirmed(completeOrderId)
              void navigate(
                withQuery(to, {
                  change: changeDue.raw > 0 ? changeDue.formatted : null,
                  print: isPrinted ? '1' : null,
                }),
                {
                  replace: true,
                },
              )
            }}
          />
        </Card>
        <aside className={styles['aside']} aria-label={messages.basket}>
          <HoldClock basket={basket} onRelease={() => void clear()} />
          <ul role="list" className={styles['items']}>
            {basket.items.map(({ id, name, price, quantity, cartableResource }) => (
              <li key={id} className={styles['item']}>
                <span>
                  <strong>{name}</strong>
                  {quantity > 1 ? ` ${messages.quantity({ count: quantity })}` : ''}
                  <span className={styles['where']}>{cartableResource?.location.name}</span>
                  {price.explanation === null ? null : (
                    <span className={styles['where']}>{price.explanation}</span>
                  )}
                </span>
                <span>{price.formatted}</span>
              </li>
            ))}
          </ul>
          <Link to={links.basket()}>{messages.changeBasket}</Link>
        </aside>
      </div>
    </Container>
  )
}

export const page = definePage({
  load,
  title: () => messages.takePaymentPage,
  breadcrumbs: () => [{ label: messages.basketCrumb, to: links.basket() }, { label: messages.takePayment }],
  Component: DeskPayPage,
})
