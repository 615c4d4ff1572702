import { cancellationTerms } from '#web/features/bookings/cancellationTerms.ts'
import { Ticket } from '#web/features/bookings/Ticket.tsx'
import * as bookingMessages from '#messages/account/bookings.ts'
import * as messages from '#messages/account/dashboard.ts'
import { api } from '#web/platform/api.ts'
import { nextToPay } from '#web/platform/attendees.ts'
import { lateComponent } from '#web/platform/lateComponent.tsx'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { accountLinks, links, crossSiteUrl } from '#web/platform/links.ts'
import { definePage, type LoaderArgs } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, Empty, PageHeading, Section } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './DashboardPage.module.css'
import { requireCustomer } from './requireCustomer.ts'

const AccountFavourites = lateComponent(
  'web/pages/AccountFavourites.tsx',
  async () => (await import('./AccountFavourites.tsx')).AccountFavourites,
)

const AddressToConfirm = lazyComponent(
  'web/features/customers/AddressToConfirm.tsx',
  async () => (await import('#web/features/customers/AddressToConfirm.tsx')).AddressToConfirm,
)

const BookAgain = lateComponent(
  'web/features/search/BookAgain.tsx',
  async () => (await import('#web/features/search/BookAgain.tsx')).BookAgain,
)

/** Things to do, upcoming bookings, membership and credit (G01). */
const load = requireCustomer(async ({ read }: LoaderArgs) => {
  await Promise.all([
    read(api.dashboard.read),
    read(api.operator.config),
    read(api.search.again),
    read(api.favourites.times),
    read(api.waitlists.ranges),
  ])
  return {}
})

const DashboardPage = () => {
  const { data: dashboard } = useRead(api.dashboard.read)
  const { data: config } = useRead(api.operator.config)
  const { data: again } = useRead(api.search.again)
  const { data: ranges } = useRead(api.waitlists.ranges)
  const customer = useCustomer()
  const context = usePageContext()
  const bookingsHome = crossSiteUrl(config.sites.bookings, '/', context)
  // The place that a range has on offer is among the waitlists already.
  const waitlistCount =
    dashboard.waitlists.length + ranges.filter(({ status }) => status === 'waiting').length
  const { nextBookings, membership, credit, outstandingPenalties, notices } = dashboard
  return (
    <>
      <PageHeading>
        {customer === null ? messages.hello : messages.helloName({ name: customer.firstName })}
      </PageHeading>
      {customer === null || customer.emailVerified || customer.email === '' ? null : (
        <div className={styles['notices']}>
          <AddressToConfirm email={customer.email} />
        </div>
      )}
      {notices.length === 0 ? null : (
        <ul role="list" className={styles['notices']} aria-label={messages.toDo}>
          {notices.map((notice) => (
            <li key={notice.message}>
              <Notice colour={notice.code === 'waitlist_offer' ? 'success' : 'warning'}>
                <p>
                  {notice.message} <NoticeLink code={notice.code} />
                </p>
              </Notice>
            </li>
          ))}
        </ul>
      )}
      <Section
        title={bookingMessages.upcomingBookings}
        aside={
          nextBookings.length === 0 ? null : (
            <Link to={accountLinks.bookings()}>{bookingMessages.allBookings}</Link>
          )
        }
      >
        {nextBookings.length === 0 ? (
          <Empty title={bookingMessages.noUpcoming}>
            <p>{bookingMessages.noUpcomingHelp}</p>
            <a className={buttonClass()} href={bookingsHome}>
              {bookingMessages.bookActivity}
            </a>
          </Empty>
        ) : (
          <ul role="list" className={styles['tickets']}>
            {nextBookings.map((booking) => (
              <li key={booking.id}>
                <Ticket booking={booking} quantity={1} cancelling={cancellationTerms(booking)}>
                  <Link to={`${accountLinks.bookings()}?cancel=${booking.id}`}>
                    {bookingMessages.cancel}
                    <span className="visually-hidden">
                      {bookingMessages.ofBooking({ booking: booking.simpleName })}
                    </span>
                  </Link>
                  <a
                    href={crossSiteUrl(
                      config.sites.bookings,
                      links.activity(booking.venueSlug, booking.categorySlug),
                      context,
                    )}
                  >
                    {bookingMessages.bookAgain}
                    <span className="visually-hidden">
                      {bookingMessages.ofBooking({ booking: booking.simpleName })}
                    </span>
                  </a>
                </Ticket>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <BookAgain
        offers={again}
        onAdded={(basket) => {
          location.assign(crossSiteUrl(config.sites.bookings, nextToPay(basket), context))
        }}
      />
      <AccountFavourites />
      <Section title={messages.atAGlance}>
        <ul role="list" className={styles['facts']}>
          <Fact name={messages.membership} to={accountLinks.memberships()} linkText={messages.memberships}>
            {membership === null ? messages.none : membership.name}
          </Fact>
          <Fact name={messages.credit} to={accountLinks.payments()} linkText={messages.payments}>
            {credit.formattedBalance}
          </Fact>
          <Fact name={messages.waitlists} to={accountLinks.waitlists()} linkText={messages.waitlists}>
            {waitlistCount === 0 ? messages.none : messages.waitlistCount({ count: waitlistCount })}
          </Fact>
          {outstandingPenalties.raw === 0 ? null : (
            <Fact name={messages.toPay} to={accountLinks.payments()} linkText={messages.pay}>
              {outstandingPenalties.formatted}
            </Fact>
          )}
        </ul>
      </Section>
    </>
  )
}

const Fact = ({
  name,
  to,
  linkText,
  children,
}: {
  name: string
  to: string
  linkText: string
  children: string
}) => (
  <Card as="li" className={styles['fact']}>
    <p className={styles['name']}>{name}</p>
    <p className={styles['value']}>{children}</p>
    <Link to={to}>{linkText}</Link>
  </Card>
)

const NoticeLink = ({ code }: { code: string }) => {
  if (code === 'waitlist_offer') return <Link to={accountLinks.waitlists()}>{messages.viewOffer}</Link>
  if (code === 'penalty_outstanding' || code === 'payment_failed')
    return <Link to={accountLinks.payments()}>{messages.viewPayments}</Link>
  return <Link to={accountLinks.documents()}>{messages.viewDocuments}</Link>
}

export const page = definePage({ load, title: () => messages.title, Component: DashboardPage })
