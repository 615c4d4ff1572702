import type { CompleteOrder } from '#contract/bookings.ts'
import type { Venue } from '#contract/venues.ts'
import { cancellationTerms } from '#web/features/bookings/cancellationTerms.ts'
import { OrderPayment } from '#web/features/bookings/OrderPayment.tsx'
import { OrderFile } from '#web/features/bookings/OrderFile.tsx'
import { Ticket } from '#web/features/bookings/Ticket.tsx'
import { api } from '#web/platform/api.ts'
import { accountLinks, links, toSite } from '#web/platform/links.ts'
import { definePage, notFound, type Load, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Container } from '#web/ui/Layout.tsx'
import styles from './BookingConfirmedPage.module.css'

/** A paid order, for whoever placed it; for anybody else there is no such page (A09). */
const load = async ({ params, read }: Load<'completeOrderId'>) => {
  const { completeOrderId } = params
  if (!/^\d{1,9}$/.test(completeOrderId)) return notFound()
  const order = { completeOrderId: Number(completeOrderId) }
  const [placed] = await Promise.all([
    read(api.bookings.order, order),
    read(api.venues.all),
    read(api.operator.config),
  ])
  return { ...order, title: titles[kindOf(placed)] }
}

const BookingConfirmedPage = ({ data: { completeOrderId } }: PageProps<typeof load>) => {
  const { data: order } = useRead(api.bookings.order, { completeOrderId })
  const { data: venues } = useRead(api.venues.all)
  const { data: config } = useRead(api.operator.config)
  const customer = useCustomer()
  const visit = useVisit()
  const { reference, email, bookings, items } = order
  const of = kindOf(order)
  return (
    <Container>
      <header className={styles['top']}>
        <span className={styles['mark']}>
          <Icon name="check" size={32} />
        </span>
        <div className={styles['words']}>
          <h1 tabIndex={-1}>{headings[of]}</h1>
          <p className={styles['lead']}>
            {email === null || email === ''
              ? 'Your order'
              : `We have sent the details to ${email}. Your order`}{' '}
            is <strong className={styles['reference']}>{reference}</strong>.
          </p>
        </div>
        <div className={styles['files']}>
          {of === 'bookings' ? (
            <OrderFile className={buttonClass({ size: 'lg' })} orderId={completeOrderId} file="calendar">
              <Icon name="calendar" />
              Add to calendar
            </OrderFile>
          ) : null}
          {of === 'membership' && config.sites.myAccount !== '' ? (
            <a
              className={buttonClass({ size: 'lg' })}
              href={toSite(config.sites.myAccount, accountLinks.memberships(), visit)}
            >
              See your membership
            </a>
          ) : null}
          {order.enablePrintReceipt ? (
            <OrderFile
              className={buttonClass({ size: 'lg', variant: 'secondary' })}
              orderId={completeOrderId}
              file="receipt"
            >
              <Icon name="ticket" />
              Receipt
            </OrderFile>
          ) : null}
        </div>
      </header>
      <div className={styles['columns']}>
        <section className={styles['tickets']} aria-labelledby="booked">
          <h2 id="booked">
            {of === 'membership'
              ? 'Your membership'
              : of === 'payment'
                ? 'What you have paid'
                : bookings.length === 1
                  ? 'Your booking'
                  : `Your ${bookings.length} bookings`}
          </h2>
          {of === 'bookings' ? null : <PaidItems items={items} />}
          <ul role="list" className={styles['list']}>
            {bookings.map((booking) => {
              const { id, venueSlug, categorySlug, category, order: position } = booking
              const venue = venues.find(({ slug }) => slug === venueSlug)
              return (
                <li key={id}>
                  <Ticket
                    booking={booking}
                    quantity={items[position]?.quantity ?? 1}
                    cancelling={cancellationTerms(booking, visit.startedAt)}
                  >
                    {venue === undefined ? null : (
                      <a href={directionsTo(venue)} rel="noopener">
                        Directions<span className="visually-hidden"> to {venue.name}</span>
                      </a>
                    )}
                    <Link to={links.activity(venueSlug, categorySlug)}>
                      Book again<span className="visually-hidden">: {category}</span>
                    </Link>
                  </Ticket>
                </li>
              )
            })}
          </ul>
        </section>
        <div className={styles['aside']}>
          <OrderPayment
            order={order}
            symbol={config.currency.symbol}
            zone={config.timezone}
            now={visit.startedAt}
          />
          {customer === null ? (
            <section className={styles['account']} aria-labelledby="account-offer">
              <h2 id="account-offer">Come back sooner</h2>
              <p>With an account you book without typing all this again, and see and change your bookings.</p>
              <Link className={buttonClass({ variant: 'secondary' })} to={links.register()}>
                Create an account
              </Link>
            </section>
          ) : null}
        </div>
      </div>
    </Container>
  )
}

type Kind = 'bookings' | 'membership' | 'payment'

const titles: Readonly<Record<Kind, string>> = {
  bookings: 'Booking confirmed',
  membership: 'Membership confirmed',
  payment: 'Payment confirmed',
}

const headings: Readonly<Record<Kind, string>> = {
  bookings: "You're booked",
  membership: "You're a member",
  payment: 'Thank you for your payment',
}

const kindOf = ({ bookings, items }: CompleteOrder): Kind => {
  if (items.some(({ cartableType }) => cartableType === 'membership')) return 'membership'
  return bookings.length > 0 ? 'bookings' : 'payment'
}

/** What an order is for that books nothing. */
const PaidItems = ({ items }: Pick<CompleteOrder, 'items'>) => (
  <ul role="list" className={styles['items']}>
    {items.map(({ id, name, notes, price }, index) => (
      <li key={`${id} ${index}`}>
        <span>
          <strong>{name}</strong>
          {notes.map((note) => (
            <span key={note} className={styles['note']}>
              {note}
            </span>
          ))}
        </span>
        <span>{price.formatted}</span>
      </li>
    ))}
  </ul>
)

/** A search of a map by name and address: it needs no coordinates and opens the map people have. */
const directionsTo = ({ name, addressLineOne, town, postcode }: Venue): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(
    [name, addressLineOne, town, postcode].filter(Boolean).join(', '),
  )}`

export const page = definePage({
  load,
  title: ({ title }) => title,
  breadcrumbs: ({ title }) => [{ label: title }],
  Component: BookingConfirmedPage,
})
