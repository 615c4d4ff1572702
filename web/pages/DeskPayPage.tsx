import { HoldClock } from '#web/features/baskets/HoldClock.tsx'
import { useBasketActions } from '#web/features/baskets/useBasketActions.ts'
import { DeskPayment } from '#web/features/checkout/DeskPayment.tsx'
import { api } from '#web/platform/api.ts'
import { useBuyer } from '#web/platform/buyer.ts'
import { deskLinks, links, withQuery } from '#web/platform/links.ts'
import { definePage, type Load } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { asksOfAttendees, offersQuestions } from '#web/platform/attendees.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import styles from './DeskPayPage.module.css'
import { requireStaff } from './requireStaff.ts'

/** What is in the basket is paid over the counter. */
const load = requireStaff(async ({ read }: Load) => {
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
  const who = buyer === null ? 'a walk-in' : `${buyer.firstName} ${buyer.lastName}`
  if (basket.items.length === 0) {
    return (
      <Container narrow>
        <PageHeading>Take payment</PageHeading>
        <Empty title="There is nothing in the basket.">
          <Link className={buttonClass()} to={deskLinks.home()}>
            Back to today
          </Link>
        </Empty>
      </Container>
    )
  }
  return (
    <Container>
      <PageHeading lead={`From ${who}`}>Take payment</PageHeading>
      <div className={styles['columns']}>
        <Card>
          {asksOfAttendees(basket) ? (
            <Notice colour="warning" title="Somebody who takes part has something to agree to first.">
              <p>
                <Link to={links.attendees()}>Ask them now</Link>
              </p>
            </Notice>
          ) : offersQuestions(basket) ? (
            <Notice title="There are questions that they may answer.">
              <p>
                <Link to={links.attendees()}>Ask them</Link>
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
        <aside className={styles['aside']} aria-label="What is paid for">
          <HoldClock basket={basket} onRelease={() => void clear()} />
          <ul role="list" className={styles['items']}>
            {basket.items.map(({ id, name, price, quantity, cartableResource }) => (
              <li key={id} className={styles['item']}>
                <span>
                  <strong>{name}</strong>
                  {quantity > 1 ? ` × ${quantity}` : ''}
                  <span className={styles['where']}>{cartableResource?.location.name}</span>
                  {price.explanation === null ? null : (
                    <span className={styles['where']}>{price.explanation}</span>
                  )}
                </span>
                <span>{price.formatted}</span>
              </li>
            ))}
          </ul>
          <Link to={links.basket()}>Change the basket</Link>
        </aside>
      </div>
    </Container>
  )
}

export const page = definePage({
  load,
  title: () => 'Take payment – Front desk',
  breadcrumbs: () => [{ label: 'Shopping basket', to: links.basket() }, { label: 'Take payment' }],
  Component: DeskPayPage,
})
