import { cancellingTerms } from '#web/features/bookings/cancelling.ts'
import { Ticket } from '#web/features/bookings/Ticket.tsx'
import { api } from '#web/platform/api.ts'
import { accountLinks, links, toSite } from '#web/platform/links.ts'
import { definePage, type Load, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useVisit } from '#web/platform/visit.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Empty, PageHeading } from '#web/ui/Layout.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import styles from './OwnList.module.css'
import { forCustomers } from './forCustomers.ts'

/** What one has booked, ahead and behind (G05). */
const load = forCustomers(async ({ read, query }: Load) => {
  const filter = query.get('show') === 'past' ? ('past' as const) : ('future' as const)
  await Promise.all([read(api.bookings.mine, { filter }), read(api.operator.config)])
  return { filter }
})

const BookingsPage = ({ data: { filter } }: PageProps<typeof load>) => {
  const { data: bookings } = useRead(api.bookings.mine, { filter })
  const { data: config } = useRead(api.operator.config)
  const visit = useVisit()
  const { basePath, startedAt } = visit
  const isPast = filter === 'past'
  return (
    <>
      <PageHeading>Bookings</PageHeading>
      <Tabs
        label="Which bookings"
        Link={Link}
        items={[
          { label: 'Upcoming', to: accountLinks.bookings(), current: !isPast },
          { label: 'Past', to: accountLinks.pastBookings(), current: isPast },
        ]}
      />
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
                cancelling={isPast ? null : cancellingTerms(booking, startedAt)}
              >
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

export const page = definePage({
  load,
  title: ({ filter }) => (filter === 'past' ? 'Past bookings' : 'Bookings'),
  Component: BookingsPage,
})
