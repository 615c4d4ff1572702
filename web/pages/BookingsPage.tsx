import { CalendarFeed } from '#web/features/bookings/CalendarFeed.tsx'
import type { Booking } from '#contract/bookings.ts'
import { cancellationTerms, isCancelled } from '#web/features/bookings/cancellationTerms.ts'
import { Ticket } from '#web/features/bookings/Ticket.tsx'
import * as messages from '#messages/account/bookings.ts'
import { api } from '#web/platform/api.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { accountLinks, links, crossSiteUrl, withQuery } from '#web/platform/links.ts'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useNavigate, useScreen } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Empty, PageHeading, Section } from '#web/ui/Layout.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import styles from './CardList.module.css'
import { requireCustomer } from './requireCustomer.ts'

const CancelBooking = lazyComponent(
  'web/features/bookings/CancelBooking.tsx',
  async () => (await import('#web/features/bookings/CancelBooking.tsx')).CancelBooking,
)

const MoveDialog = lazyComponent(
  'web/pages/MoveDialog.tsx',
  async () => (await import('./MoveDialog.tsx')).MoveDialog,
)

const WaitlistEntry = lazyComponent(
  'web/features/waitlists/WaitlistEntry.tsx',
  async () => (await import('#web/features/waitlists/WaitlistEntry.tsx')).WaitlistEntry,
)

const WaitlistRange = lazyComponent(
  'web/features/waitlists/WaitlistRange.tsx',
  async () => (await import('#web/features/waitlists/WaitlistRange.tsx')).WaitlistRange,
)

/** Someone who comes each week has hundreds of past bookings and looks for one of the last. */
const pageSize = 20

/** More than this at once is not worth waiting for. */
const mostAtOnce = 9000

/** How many bookings the address asks for. */
const countOf = (query: URLSearchParams): number => {
  const count = Number(query.get('count'))
  return Number.isInteger(count) && count > pageSize && count <= mostAtOnce ? count : pageSize
}

/** One more than is displayed tells whether there are more. */
const readOf = (filter: 'past' | 'future', count: number) => ({ filter, limit: count + 1 })

/** The customer's upcoming and past bookings and their waitlists (G05). */
const load = requireCustomer(async ({ read, query }: LoaderArgs) => {
  const show = query.get('show')
  const filter = show === 'past' ? ('past' as const) : ('future' as const)
  const count = countOf(query)
  await Promise.all([
    show === 'waitlists' ? read(api.waitlists.mine, {}) : read(api.bookings.mine, readOf(filter, count)),
    show === 'waitlists' ? read(api.waitlists.ranges, {}) : undefined,
    read(api.operator.config),
    read(api.bookings.feed),
  ])
  return { filter, count, isWaiting: show === 'waitlists' }
})

const BookingsPage = ({ data: { filter, count, isWaiting } }: PageProps<typeof load>) => {
  const { path, query } = useScreen()
  const { data: config } = useRead(api.operator.config)
  const navigate = useNavigate()
  const bookingToCancel = Number(query.get('cancel'))
  const close = (): void => {
    void navigate(withQuery(path, { cancel: null, move: null }), { replace: true, stay: true })
  }
  return (
    <>
      <PageHeading>{messages.title}</PageHeading>
      <Tabs
        label={messages.whichBookings}
        Link={Link}
        items={[
          {
            label: messages.upcoming,
            to: accountLinks.bookings(),
            current: filter === 'future' && !isWaiting,
          },
          { label: messages.waitlists, to: accountLinks.waitlists(), current: isWaiting },
          { label: messages.past, to: accountLinks.pastBookings(), current: filter === 'past' },
        ]}
      />
      {isWaiting ? <Waitlists /> : <BookingList filter={filter} count={count} onClose={close} />}
      {isWaiting || filter === 'past' ? null : (
        <Section title={messages.calendar}>
          <CalendarFeed zone={config.timezone} />
        </Section>
      )}
      {Number.isInteger(bookingToCancel) && bookingToCancel > 0 ? (
        <CancelBooking bookingId={bookingToCancel} onClose={close} onDone={close} />
      ) : null}
    </>
  )
}

const BookingList = ({
  filter,
  count,
  onClose,
}: {
  filter: 'past' | 'future'
  count: number
  onClose: () => void
}) => {
  const { data: found } = useRead(api.bookings.mine, readOf(filter, count))
  const bookings = found.slice(0, count)
  const { data: config } = useRead(api.operator.config)
  const { path, query } = useScreen()
  const context = usePageContext()
  const { basePath } = context
  const isPast = filter === 'past'
  const moving = bookings.find(({ id }) => String(id) === query.get('move'))
  const cancelled = bookings.filter(isCancelled)
  const listed = isPast ? bookings : bookings.filter((booking) => !isCancelled(booking))
  const ticketOf = (booking: Booking) => (
    <li key={booking.id}>
      <Ticket booking={booking} quantity={1} cancelling={isPast ? null : cancellationTerms(booking)}>
        {!isPast && booking.canBeMoved ? (
          <Link to={withQuery(path, { move: String(booking.id) })} stay aria-haspopup="dialog">
            {messages.move}
            <LinkContext booking={booking.simpleName} />
          </Link>
        ) : null}
        {!isPast && booking.canBeCancelled ? (
          <Link to={withQuery(path, { cancel: String(booking.id) })} stay aria-haspopup="dialog">
            {messages.cancel}
            <LinkContext booking={booking.simpleName} />
          </Link>
        ) : null}
        {isPast || booking.status === 'cancelled' || booking.status === 'cancelled_by_venue' ? null : (
          <a href={`${basePath}/api/activities/orders/${booking.orderId}/calendar`} download>
            {messages.addToCalendar}
            <LinkContext booking={booking.simpleName} />
          </a>
        )}
        <a
          href={crossSiteUrl(
            config.sites.bookings,
            links.activity(booking.venueSlug, booking.categorySlug),
            context,
          )}
        >
          {messages.bookAgain}
          <LinkContext booking={booking.simpleName} />
        </a>
      </Ticket>
    </li>
  )
  return (
    <>
      {bookings.length === 0 ? (
        <Empty title={isPast ? messages.noPast : messages.noUpcoming}>
          <p>{isPast ? messages.noPastHelp : messages.noUpcomingHelp}</p>
          <a className={buttonClass()} href={crossSiteUrl(config.sites.bookings, '/', context)}>
            {messages.bookActivity}
          </a>
        </Empty>
      ) : (
        <>
          {listed.length === 0 ? <p>{messages.noUpcoming}</p> : null}
          <ul role="list" className={styles['list']}>
            {listed.map(ticketOf)}
          </ul>
          {isPast || cancelled.length === 0 ? null : (
            <Section title={messages.cancelledBookings}>
              <ul role="list" className={styles['list']}>
                {cancelled.map(ticketOf)}
              </ul>
            </Section>
          )}
        </>
      )}
      {found.length > count && count < mostAtOnce ? (
        <p className={styles['below']}>
          <Link
            className={buttonClass({ variant: 'secondary' })}
            to={withQuery(path, { count: String(count + pageSize) })}
            stay
          >
            {messages.showMore}
          </Link>
        </p>
      ) : null}
      {moving === undefined ? null : <MoveDialog booking={moving} onClose={onClose} />}
    </>
  )
}

/** Names the booking in a link, for screen readers. */
const LinkContext = ({ booking }: { booking: string }) => (
  <span className="visually-hidden">{messages.ofBooking({ booking })}</span>
)

/** The waitlists the customer has joined, with their history. */
const Waitlists = () => {
  const { data: allEntries } = useRead(api.waitlists.mine, {})
  const { data: ranges } = useRead(api.waitlists.ranges, {})
  const { data: config } = useRead(api.operator.config)
  const context = usePageContext()
  const customer = useCustomer()
  const now = new Date(useServerNow(60_000))
  // A place offered from a range is displayed with it.
  const entries = allEntries.filter(({ id }) => ranges.every(({ offer }) => offer?.id !== id))
  return entries.length === 0 && ranges.length === 0 ? (
    <Empty title={messages.noWaitlists}>
      <p>{messages.noWaitlistsHelp}</p>
      <a
        className={buttonClass({ variant: 'secondary' })}
        href={crossSiteUrl(config.sites.bookings, '/', context)}
      >
        {messages.findSession}
      </a>
    </Empty>
  ) : (
    <ul role="list" className={styles['list']}>
      {ranges.map((range) => (
        <li key={`range ${range.id}`}>
          <WaitlistRange
            range={range}
            isOwn={range.userId === customer?.id}
            bookTo={crossSiteUrl(
              config.sites.bookings,
              links.timeSlots(
                range.venueSlug,
                range.categorySlug,
                range.date.raw,
                'time',
                range.offer?.item.startsAt.format24Hour,
              ),
              context,
            )}
            now={now}
          />
        </li>
      ))}
      {entries.map((entry) => {
        const { venueSlug, categorySlug, date } = entry.item
        const takeTo = crossSiteUrl(
          config.sites.bookings,
          links.timeSlots(venueSlug, categorySlug, date.raw),
          context,
        )
        return (
          <li key={entry.id}>
            <WaitlistEntry entry={entry} bookTo={takeTo} isOwn={entry.userId === customer?.id} now={now} />
          </li>
        )
      })}
    </ul>
  )
}

export const page = definePage({
  load,
  title: ({ filter, isWaiting }) => {
    if (isWaiting) return messages.waitlistsTitle
    return filter === 'past' ? messages.pastTitle : messages.title
  },
  Component: BookingsPage,
})
