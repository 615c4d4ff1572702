import type { Permission } from '#contract/permissions.ts'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import { localDay } from '#contract/time.ts'
import * as messages from '#messages/desk/frame.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { selectedVenue } from '#web/platform/venue.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { may } from '#web/platform/permissions.ts'
import styles from './DeskFrame.module.css'

/** Partners ask at any time. */
const requestsEveryMs = 60_000

/** The desk's main navigation, for the venue selected last, else the till's, else the member of staff's own. */
export const DeskNav = ({ routeName }: { routeName: string }) => {
  const context = usePageContext()
  const { data: tills } = useDeferredRead(api.tills.list, {}, { when: false })
  const staff = useCustomer()
  const { data: requests } = useDeferredRead(
    api.openBooking.listProposals,
    {},
    { when: may(staff, 'sell'), everyMs: requestsEveryMs },
  )
  const waiting = requests?.isOn === true ? requests.proposals.length : 0
  const slug = selectedVenue(context.cookies)?.venueSlug ?? tills?.current?.venueSlug ?? staff?.homeVenueSlug
  const own = useDeferredRead(api.venues.one, { venue: slug ?? '' }, { when: slug != null })
  const { data: others } = useDeferredRead(api.venues.search, {}, { when: false })
  const venue = own.data ?? others?.venues[0]
  const day = localDay(new Date(context.startedAt), venue?.timezone ?? 'Europe/London')
  const items = pagesOf(staff, [
    {
      label: messages.today,
      to: venue === undefined ? deskLinks.home() : deskLinks.today(venue.slug, day),
      needs: ['check_in'],
      pages: ['DeskDayPage', 'DeskBookingRequestsPage', 'DeskSessionPage', 'DeskHeldPlacesPage'],
    },
    {
      label: messages.sell,
      to: venue === undefined ? deskLinks.home() : deskLinks.sell(venue.slug, day),
      needs: ['sell'],
      pages: [
        'DeskSellPage',
        'VenuePage',
        'ActivityPage',
        'TimeSlotPage',
        'BasketPage',
        'DeskPayPage',
        'CheckoutPage',
        'DeskOrderPage',
      ],
    },
    {
      label: messages.customers,
      to: deskLinks.customers(),
      needs: ['customers.view'],
      pages: ['DeskCustomersPage', 'DeskCustomerPage', 'DeskNewCustomerPage'],
    },
    {
      label: messages.documents,
      to: deskLinks.documents(),
      needs: ['customers.view'],
      pages: ['DeskDocumentsPage'],
    },
    {
      label: messages.takings,
      to: venue === undefined ? deskLinks.home() : deskLinks.takings(venue.slug, day),
      needs: ['till.own'],
      pages: ['DeskTakingsPage'],
    },
    {
      label: messages.timetable,
      to: venue === undefined ? deskLinks.home() : deskLinks.timetable({ venue: venue.slug, monday: day }),
      needs: ['timetable.draft'],
      pages: ['OfficeTimetablePage'],
    },
    {
      label: messages.prices,
      to: deskLinks.prices(),
      needs: ['prices.publish'],
      pages: ['OfficePricesPage'],
    },
    {
      label: messages.hirers,
      to: may(staff, 'hirers') ? deskLinks.hirers() : deskLinks.invoices(),
      needs: ['hirers', 'invoices'],
      pages: ['OfficeHirersPage', 'OfficeHirerPage', 'OfficeInvoicesPage'],
    },
    {
      label: messages.manyMessages,
      to: deskLinks.messages(venue === undefined ? {} : { venue: venue.slug }),
      needs: ['messages.many'],
      pages: ['OfficeMessagesPage'],
    },
    {
      label: messages.reports,
      to: deskLinks.report('fullness'),
      needs: ['reports.activity'],
      pages: ['OfficeReportsPage'],
    },
    {
      label: messages.partners,
      to: partnersPage(staff),
      needs: ['connections', 'sell', 'reports.money'],
      pages: ['DeskPartnersPage', 'DeskPartnerSalesPage', 'DeskPartnerDuesPage'],
    },
  ])
  return (
    <nav className={styles['nav']} aria-label={messages.mainNav}>
      <ul role="list">
        {items.map(({ label, to, pages }) => (
          <li key={label}>
            <Link
              className={styles['link']}
              to={to}
              aria-current={pages.includes(routeName) ? 'page' : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
        {waiting === 0 ? null : (
          <li>
            <Link
              className={styles['link']}
              to={deskLinks.bookingRequests()}
              aria-label={messages.requestsToAnswer({ count: waiting })}
              aria-current={routeName === 'DeskBookingRequestsPage' ? 'page' : undefined}
            >
              {messages.requests} <span className={styles['badge']}>{waiting}</span>
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}

type Item = { label: string; to: string; needs: readonly Permission[]; pages: readonly string[] }

/** Those that somebody may open: one of the permissions is enough. */
const pagesOf = (staff: LoggedInCustomer | null, items: readonly Item[]): Item[] =>
  items.filter(({ needs }) => needs.some((permission) => may(staff, permission)))

/** The first of the pages about partners that somebody may open. */
const partnersPage = (staff: LoggedInCustomer | null): string => {
  if (may(staff, 'connections')) return deskLinks.partners()
  return may(staff, 'reports.money') ? deskLinks.partnerSales() : deskLinks.partnerDues()
}
