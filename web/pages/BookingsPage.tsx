import { CalendarFeed } from '#web/features/bookings/CalendarFeed.tsx'
import { CancelBooking } from '#web/features/bookings/CancelBooking.tsx'
import { cancellationTerms } from '#web/features/bookings/cancellationTerms.ts'
import { Ticket } from '#web/features/bookings/Ticket.tsx'
import { WaitlistEntry } from '#web/features/waitlists/WaitlistEntry.tsx'
import { api } from '#web/platform/api.ts'
import { accountLinks, links, toSite, withQuery } from '#web/platform/links.ts'
import { definePage, type Load, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useNavigate, useScreen } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Empty, PageHeading, Section } from '#web/ui/Layout.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import styles from './CardList.module.css'
import { requireCustomer } from './requireCustomer.ts'

/** What one has booked, ahead and behind (G05). */
const load = requireCustomer(async ({ read, query }: Load) => {
  const show = query.get('show')
  const filter = show === 'past' ? ('past' as const) : ('future' as const)
  await Promise.all([
    show === 'waitlists' ? read(api.waitlists.mine, {}) : read(api.bookings.mine, { filter }),
    read(api.operator.config),
    read(api.bookings.feed),
  ])
  return { filter, isWaiting: show === 'waitlists' }
})

const BookingsPage = ({ data: { filter, isWaiting } }: PageProps<typeof load>) => {
  const { path, query } = useScreen()
  const { data: config } = useRead(api.operator.config)
  const navigate = useNavigate()
  const cancelling = Number(query.get('cancel'))
  const close = (): void => {
    void navigate(withQuery(path, { cancel: null }), { replace: true, stay: true })
  }
  return (
    <>
      <PageHeading>Bookings</PageHeading>
      <Tabs
        label="Which bookings"
        Link={Link}
        items={[
          { label: 'Upcoming', to: accountLinks.bookings(), current: filter === 'future' && !isWaiting },
          { label: 'Waitlists', to: accountLinks.waitlists(), current: isWaiting },
          { label: 'Past', to: accountLinks.pastBookings(), current: filter === 'past' },
        ]}
      />
      {isWaiting ? <Waitlists /> : <Booked filter={filter} />}
      {isWaiting || filter === 'past' ? null : (
        <Section title="In your own calendar">
          <CalendarFeed zone={config.timezone} />
        </Section>
      )}
      {Number.isInteger(cancelling) && cancelling > 0 ? (
        <CancelBooking bookingId={cancelling} onClose={close} onDone={close} />
      ) : null}
    </>
  )
}

const Booked = ({ filter }: { filter: 'past' | 'future' }) => {
  const { data: bookings } = useRead(api.bookings.mine, { filter })
  const { data: config } = useRead(api.operator.config)
  const { path } = useScreen()
  const visit = useVisit()
  const { basePath, startedAt } = visit
  const isPast = filter === 'past'
  return (
    <>
      {bookings.length === 0 ? (
        <Empty title={isPast ? 'You have not been anywhere yet.' : 'No bookings yet.'}>
          <p>
            {isPast
              ? 'What is over stands here.'
              : 'What you book stands here, with the code that lets you in.'}
          </p>
          <a className={buttonClass()} href={toSite(config.sites.bookings, '/', visit)}>
            Book an activity
          </a>
        </Empty>
      ) : (
        <ul role="list" className={styles['list']}>
          {bookings.map((booking) => (
            <li key={booking.id}>
              <Ticket
                booking={booking}
                quantity={1}
                cancelling={isPast ? null : cancellationTerms(booking, startedAt)}
              >
                {!isPast && booking.canBeCancelled ? (
                  <Link to={withQuery(path, { cancel: String(booking.id) })} stay aria-haspopup="dialog">
                    Cancel<span className="visually-hidden">: {booking.simpleName}</span>
                  </Link>
                ) : null}
                {isPast ? null : (
                  <a href={`${basePath}/api/activities/orders/${booking.orderId}/calendar`} download>
                    Add to calendar<span className="visually-hidden">: {booking.simpleName}</span>
                  </a>
                )}
                <a
                  href={toSite(
                    config.sites.bookings,
                    links.activity(booking.venueSlug, booking.categorySlug),
                    visit,
                  )}
                >
                  Book again<span className="visually-hidden">: {booking.simpleName}</span>
                </a>
              </Ticket>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** What one waits for, and what became of it. */
const Waitlists = () => {
  const { data: entries } = useRead(api.waitlists.mine, {})
  const { data: config } = useRead(api.operator.config)
  const visit = useVisit()
  const customer = useCustomer()
  const now = new Date(useServerNow(60_000))
  return entries.length === 0 ? (
    <Empty title="You are on no waitlist.">
      <p>When a session is full, join its waitlist: the first place that comes free is kept for you.</p>
      <a className={buttonClass({ variant: 'secondary' })} href={toSite(config.sites.bookings, '/', visit)}>
        Look for a session
      </a>
    </Empty>
  ) : (
    <ul role="list" className={styles['list']}>
      {entries.map((entry) => {
        const { venueSlug, categorySlug, date } = entry.item
        const takeTo = toSite(
          config.sites.bookings,
          links.timeSlots(venueSlug, categorySlug, date.raw),
          visit,
        )
        return (
          <li key={entry.id}>
            <WaitlistEntry entry={entry} takeTo={takeTo} isOwn={entry.userId === customer?.id} now={now} />
          </li>
        )
      })}
    </ul>
  )
}

export const page = definePage({
  load,
  title: ({ filter, isWaiting }) => {
    if (isWaiting) return 'Waitlists'
    return filter === 'past' ? 'Past bookings' : 'Bookings'
  },
  Component: BookingsPage,
})
