import type { CompleteOrder } from '#contract/bookings.ts'
import { localDay } from '#contract/time.ts'
import type { Venue } from '#contract/venues.ts'
import * as messages from '#messages/bookings/confirmation.ts'
import { cancellationTerms, isCancelled } from '#web/features/bookings/cancellationTerms.ts'
import { OrderPayment } from '#web/features/bookings/OrderPayment.tsx'
import { OrderFile } from '#web/features/bookings/OrderFile.tsx'
import { SellerDetails } from '#web/features/bookings/SellerDetails.tsx'
import { Ticket } from '#web/features/bookings/Ticket.tsx'
import { VisitorsOrder } from '#web/features/bookings/VisitorsOrder.tsx'
import { OrderAccountForm } from '#web/features/customers/OrderAccountForm.tsx'
import { api } from '#web/platform/api.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { accountLinks, links, crossSiteUrl, withQuery } from '#web/platform/links.ts'
import { definePage, notFound, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Link, useNavigate, useScreen } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Container } from '#web/ui/Layout.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './BookingConfirmedPage.module.css'
import { CancelOrderBooking, GroupCode, HabitualTimes } from './lazyParts.ts'
import { readVenue } from './readVenue.ts'

const MoveDialog = lazyComponent(
  'web/pages/MoveDialog.tsx',
  async () => (await import('./MoveDialog.tsx')).MoveDialog,
)

/** A paid order (A09). 404 for everyone but the customer who placed it. */
const load = async ({ params, read }: LoaderArgs<'completeOrderId'>) => {
  const { completeOrderId } = params
  if (!/^\d{1,9}$/.test(completeOrderId)) return notFound()
  const order = { completeOrderId: Number(completeOrderId) }
  const [placedOrder] = await Promise.all([read(api.bookings.order, order), read(api.operator.config)])
  const slugs = new Set(placedOrder.bookings.map(({ venueSlug }) => venueSlug))
  await Promise.all(Array.from(slugs, (slug) => readVenue(read, slug)))
  return { ...order, title: titles[kindOf(placedOrder)] }
}

const BookingConfirmedPage = ({ data: { completeOrderId } }: PageProps<typeof load>) => {
  const { data: order } = useRead(api.bookings.order, { completeOrderId })
  const { data: config } = useRead(api.operator.config)
  const context = usePageContext()
  const customer = useCustomer()
  const { path, query } = useScreen()
  const navigate = useNavigate()
  const closeDialog = (): void => {
    void navigate(withQuery(path, { cancel: null, move: null }), { replace: true, stay: true })
  }
  const { reference, email, bookings, items } = order
  const kind = kindOf(order)
  const cancelled = bookings.find(({ id }) => String(id) === query.get('cancel'))
  const moved = bookings.find(({ id }) => String(id) === query.get('move'))
  const active = bookings.filter(({ status }) => status === 'booked')
  const isToCome = active.some(
    ({ item }) => item.date.raw >= localDay(new Date(context.startedAt), config.timezone),
  )
  // What is opened or saved on a shared device stays there for the next person, and nothing leads back from it.
  const isShared = context.channel.sharedDevice !== undefined
  const orderReference = <strong className={styles['reference']}>{reference}</strong>
  return (
    <Container>
      <header className={styles['top']} data-kind={kind}>
        <span className={styles['mark']}>
          <Icon name={kind === 'cancelled' ? 'close' : 'check'} size={32} />
        </span>
        <div className={styles['words']}>
          <h1 tabIndex={-1}>{headings[kind]({ count: bookings.length })}</h1>
          <p className={styles['lead']}>
            {email === null || email === '' || kind === 'cancelled' ? (
              <RichText message={messages.orderIs} reference={orderReference} />
            ) : (
              <RichText message={messages.detailsSent} email={email} reference={orderReference} />
            )}
          </p>
        </div>
        <div className={styles['files']}>
          {isShared || kind !== 'bookings' ? null : (
            <OrderFile className={buttonClass({ size: 'lg' })} orderId={completeOrderId} file="calendar">
              <Icon name="calendar" />
              {messages.addToCalendar}
            </OrderFile>
          )}
          {!isShared && isToCome && config.passes.includes('apple') ? (
            <OrderFile
              className={buttonClass({ size: 'lg', variant: 'secondary' })}
              orderId={completeOrderId}
              file="pass"
            >
              <Icon name="ticket" />
              {messages.addToAppleWallet}
            </OrderFile>
          ) : null}
          {/* In a frame the visitor's cookies are the frame's own, and a new tab would not find the order. */}
          {!isShared && !context.embedded && isToCome && config.passes.includes('google') ? (
            <a
              className={buttonClass({ size: 'lg', variant: 'secondary' })}
              href={`${context.basePath}/api/activities/orders/${completeOrderId}/google-wallet`}
              target="_blank"
              rel="noopener noreferrer"
            >
              <Icon name="ticket" />
              {messages.addToGoogleWallet}
            </a>
          ) : null}
          {kind === 'membership' && config.sites.myAccount !== '' ? (
            <a
              className={buttonClass({ size: 'lg' })}
              href={crossSiteUrl(config.sites.myAccount, accountLinks.memberships(), context)}
            >
              {messages.viewMembership}
            </a>
          ) : null}
          {order.enablePrintReceipt && !isShared ? (
            <Link
              className={buttonClass({ size: 'lg', variant: 'secondary' })}
              to={`${links.bookingConfirmed(completeOrderId)}/receipt`}
            >
              <Icon name="ticket" />
              {messages.receipt}
            </Link>
          ) : null}
        </div>
      </header>
      <div className={styles['columns']}>
        <section className={styles['tickets']} aria-labelledby="booked">
          <h2 id="booked">
            {kind === 'membership'
              ? messages.yourMembership
              : kind === 'payment'
                ? messages.paidItems
                : bookings.length === 1
                  ? messages.yourBooking
                  : messages.yourBookings({ count: bookings.length })}
          </h2>
          <PaidItems
            items={kind === 'bookings' || kind === 'cancelled' ? items.filter(isNoBooking) : items}
          />
          {active.length < 2 ? null : <GroupCode reference={reference} bookings={active} />}
          <ul role="list" className={styles['list']}>
            {bookings.map((booking) => {
              const { id, venueSlug, categorySlug, category, order: position } = booking
              return (
                <li key={id}>
                  <Ticket
                    booking={booking}
                    quantity={items[position]?.quantity ?? 1}
                    cancelling={cancellationTerms(booking)}
                  >
                    {isShared ? null : <Directions venueSlug={venueSlug} />}
                    {booking.canBeMoved ? (
                      <Link to={withQuery(path, { move: String(id) })} stay aria-haspopup="dialog">
                        <RichText
                          message={messages.move}
                          hidden={<span className="visually-hidden">{booking.simpleName}</span>}
                        />
                      </Link>
                    ) : null}
                    {booking.canBeCancelled ? (
                      <Link to={withQuery(path, { cancel: String(id) })} stay aria-haspopup="dialog">
                        <RichText
                          message={messages.cancel}
                          hidden={<span className="visually-hidden">{booking.simpleName}</span>}
                        />
                      </Link>
                    ) : null}
                    <Link to={links.activity(venueSlug, categorySlug)}>
                      <RichText
                        message={messages.bookAgain}
                        hidden={<span className="visually-hidden">{category}</span>}
                      />
                    </Link>
                  </Ticket>
                </li>
              )
            })}
          </ul>
        </section>
        <div className={styles['aside']}>
          <OrderPayment order={order} symbol={config.currency.symbol} zone={config.timezone} />
          <SellerDetails seller={order.seller} onPaper />
          {order.isVisitors && !isShared ? (
            <VisitorsOrder
              order={order}
              here={path}
              accountForm={<OrderAccountForm completeOrderId={order.completeOrderId} />}
            />
          ) : null}
        </div>
      </div>
      {cancelled === undefined ? null : <CancelOrderBooking booking={cancelled} onClose={closeDialog} />}
      {moved === undefined ? null : <MoveDialog booking={moved} onClose={closeDialog} isByOrder />}
      {customer === null ? null : <HabitualTimes className={styles['again']} />}
    </Container>
  )
}

type Kind = 'bookings' | 'cancelled' | 'membership' | 'payment'

const titles: Readonly<Record<Kind, string>> = {
  bookings: messages.bookingConfirmed,
  cancelled: messages.bookingCancelled,
  membership: messages.membershipConfirmed,
  payment: messages.paymentConfirmed,
}

const headings: Readonly<Record<Kind, (values: { count: number }) => string>> = {
  bookings: () => messages.booked,
  cancelled: messages.cancelled,
  membership: () => messages.member,
  payment: () => messages.thankYou,
}

const kindOf = ({ bookings, items }: CompleteOrder): Kind => {
  if (items.some(({ cartableType }) => cartableType === 'membership')) return 'membership'
  if (bookings.length === 0) return 'payment'
  return bookings.every(isCancelled) ? 'cancelled' : 'bookings'
}

/** What is paid for and not attended, such as a penalty. */
const isNoBooking = ({ type }: CompleteOrder['items'][number]): boolean => type === 'penalty'

/** Items of an order that are no bookings. */
const PaidItems = ({ items }: Pick<CompleteOrder, 'items'>) =>
  items.length === 0 ? null : (
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

const Directions = ({ venueSlug }: { venueSlug: string }) => {
  const { data: venue } = useDeferredRead(api.venues.one, { venue: venueSlug }, { when: false })
  return venue === undefined ? null : (
    // In a frame the map would replace the page around it, and refuses to be framed.
    <a href={directionsTo(venue)} target="_blank" rel="noopener noreferrer">
      <RichText
        message={messages.directions}
        hidden={<span className="visually-hidden">{messages.directionsTo({ venue: venue.name })}</span>}
      />
    </a>
  )
}

/** A map search by name and address, which opens in the map app of the device. */
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
