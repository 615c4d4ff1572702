import { cancellationTerms } from '#web/features/bookings/cancellationTerms.ts'
import { Ticket } from '#web/features/bookings/Ticket.tsx'
import { api } from '#web/platform/api.ts'
import { accountLinks, links, toSite } from '#web/platform/links.ts'
import { definePage, type Load } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Empty, PageHeading, Section } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './DashboardPage.module.css'
import { requireCustomer } from './requireCustomer.ts'

/** What comes next, what one has, and what needs doing (G01). */
const load = requireCustomer(async ({ read }: Load) => {
  await Promise.all([read(api.dashboard.read), read(api.operator.config)])
  return {}
})

const DashboardPage = () => {
  const { data: mine } = useRead(api.dashboard.read)
  const { data: config } = useRead(api.operator.config)
  const customer = useCustomer()
  const visit = useVisit()
  const booking = toSite(config.sites.bookings, '/', visit)
  const { nextBookings, waitlists, membership, credit, outstandingPenalties, notices } = mine
  return (
    <>
      <PageHeading>Hello{customer === null ? '' : `, ${customer.firstName}`}</PageHeading>
      {notices.length === 0 ? null : (
        <ul role="list" className={styles['notices']} aria-label="What needs doing">
          {notices.map((notice) => (
            <li key={notice.message}>
              <Notice colour={notice.code === 'waitlist_offer' ? 'success' : 'warning'}>
                <p>
                  {notice.message} <NoticeWay code={notice.code} />
                </p>
              </Notice>
            </li>
          ))}
        </ul>
      )}
      <Section
        title="What comes next"
        aside={nextBookings.length === 0 ? null : <Link to={accountLinks.bookings()}>All bookings</Link>}
      >
        {nextBookings.length === 0 ? (
          <Empty title="Nothing is booked yet.">
            <p>When you book something it stands here, with the code that lets you in.</p>
            <a className={buttonClass()} href={booking}>
              Book an activity
            </a>
          </Empty>
        ) : (
          <ul role="list" className={styles['tickets']}>
            {nextBookings.map((one) => (
              <li key={one.id}>
                <Ticket booking={one} quantity={1} cancelling={cancellationTerms(one, visit.startedAt)}>
                  <Link to={`${accountLinks.bookings()}?cancel=${one.id}`}>
                    Cancel<span className="visually-hidden">: {one.simpleName}</span>
                  </Link>
                  <a
                    href={toSite(
                      config.sites.bookings,
                      links.activity(one.venueSlug, one.categorySlug),
                      visit,
                    )}
                  >
                    Book again<span className="visually-hidden">: {one.simpleName}</span>
                  </a>
                </Ticket>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="At a glance">
        <ul role="list" className={styles['facts']}>
          <Fact name="Membership" to={accountLinks.memberships()} more="Memberships">
            {membership === null ? 'None' : membership.name}
          </Fact>
          <Fact name="Credit" to={accountLinks.payments()} more="Payments">
            {credit.formattedBalance}
          </Fact>
          <Fact name="Waitlists" to={accountLinks.waitlists()} more="Waitlists">
            {waitlists.length === 0 ? 'None' : waitlists.length}
          </Fact>
          {outstandingPenalties.raw === 0 ? null : (
            <Fact name="To pay" to={accountLinks.payments()} more="Pay">
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
  more,
  children,
}: {
  name: string
  to: string
  more: string
  children: string | number
}) => (
  <li className={styles['fact']}>
    <p className={styles['name']}>{name}</p>
    <p className={styles['value']}>{children}</p>
    <Link to={to}>{more}</Link>
  </li>
)

const NoticeWay = ({ code }: { code: string }) => {
  if (code === 'waitlist_offer') return <Link to={accountLinks.waitlists()}>See the offer</Link>
  if (code === 'penalty_outstanding' || code === 'payment_failed')
    return <Link to={accountLinks.payments()}>See payments</Link>
  return <Link to={accountLinks.documents()}>See documents</Link>
}

export const page = definePage({ load, title: () => 'Dashboard', Component: DashboardPage })
