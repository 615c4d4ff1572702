import { DeskBookings } from '#web/features/bookings/DeskBookings.tsx'
import { Penalties } from '#web/features/customers/Penalties.tsx'
import { MembershipCard } from '#web/features/memberships/MembershipCard.tsx'
import { UnfinishedJoining } from '#web/features/memberships/UnfinishedJoining.tsx'
import { api } from '#web/platform/api.ts'
import { deskLinks, links } from '#web/platform/links.ts'
import { definePage, notFound, type Load, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { selectionOf } from '#web/platform/selection.ts'
import { useCustomer } from '#web/platform/session.ts'
import { selectedVenue } from '#web/platform/venue.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Container, Empty, PageHeading, Section } from '#web/ui/Layout.tsx'
import styles from './DeskCustomerPage.module.css'
import { requireStaff } from './requireStaff.ts'

/** One customer: who they are, what they have booked, what they owe. */
const load = requireStaff(async ({ params, read }: Load<'customerId'>) => {
  if (!/^\d{1,9}$/.test(params.customerId)) return notFound()
  const customerId = Number(params.customerId)
  const theirs = { selectedUserId: customerId }
  const [customer] = await Promise.all([
    read(api.customers.atDesk, { customerId }),
    read(api.bookings.mine, { ...theirs, filter: 'future' }),
    read(api.bookings.mine, { ...theirs, filter: 'past' }),
    read(api.payments.mine, theirs),
    read(api.memberships.mine, theirs),
    read(api.memberships.unfinished, theirs),
  ])
  return { customerId, name: `${customer.firstName} ${customer.lastName}` }
})

const DeskCustomerPage = ({ data: { customerId, name } }: PageProps<typeof load>) => {
  const visit = useVisit()
  const navigate = useNavigate()
  const staff = useCustomer()
  const theirs = { selectedUserId: customerId }
  const { data: customer } = useRead(api.customers.atDesk, { customerId })
  const { data: coming } = useRead(api.bookings.mine, { ...theirs, filter: 'future' })
  const { data: past } = useRead(api.bookings.mine, { ...theirs, filter: 'past' })
  const { data: money } = useRead(api.payments.mine, theirs)
  const { data: memberships } = useRead(api.memberships.mine, theirs)
  const { data: unfinished } = useRead(api.memberships.unfinished, theirs)
  const isSupervisor = staff?.staffLevel === 'supervisor'
  const owed = money.penalties.filter(({ status }) => status === 'outstanding')
  const isServed = selectionOf(visit).userId() === customerId
  const sell = async (): Promise<void> => {
    selectionOf(visit).choose(customerId)
    await visit.queries.invalidateQueries()
    const venue = selectedVenue(visit.cookies)?.venueSlug ?? customer.homeVenueSlug
    await navigate(venue === null ? deskLinks.home() : links.venue(venue))
  }
  const facts: [string, string][] = [
    ['Reference', customer.reference],
    ['Born', customer.dateOfBirth?.split('-').reverse().join('/') ?? '–'],
    ['E-mail', customer.email || '–'],
    ['Phone', customer.phone || '–'],
    ['Postcode', customer.postcode || '–'],
    ['Membership', customer.membershipUser?.name ?? 'None'],
    ['Credit', money.credit.formattedBalance],
    ...(customer.linkedUsers.length === 0
      ? []
      : ([['Family', customer.linkedUsers.map(({ firstName }) => firstName).join(', ')]] as [
          string,
          string,
        ][])),
  ]
  return (
    <Container>
      <PageHeading>{name}</PageHeading>
      <div className={styles['columns']}>
        <div>
          <Section title="Coming up">
            {coming.length === 0 ? (
              <Empty title="Nothing booked." />
            ) : (
              <DeskBookings bookings={coming} isSupervisor={isSupervisor} />
            )}
          </Section>
          {owed.length === 0 ? null : (
            <Section title="Owes">
              <Penalties penalties={owed} isSupervisor={isSupervisor} />
            </Section>
          )}
          {unfinished === null ? null : (
            <div className={styles['unfinished']}>
              <UnfinishedJoining joining={unfinished}>
                They can finish it where they began, logged in on the joining site.
              </UnfinishedJoining>
            </div>
          )}
          {memberships.length === 0 ? null : (
            <Section title={memberships.length === 1 ? 'Membership' : 'Memberships'}>
              <ul role="list" className={styles['memberships']}>
                {memberships.map((membership) => (
                  <li key={membership.id}>
                    <MembershipCard membership={membership} />
                  </li>
                ))}
              </ul>
            </Section>
          )}
          {past.length === 0 ? null : (
            <Section title="Past">
              <DeskBookings bookings={past.slice(0, 20)} isSupervisor={isSupervisor} />
            </Section>
          )}
        </div>
        <aside className={styles['aside']} aria-label="Details">
          <Button size="lg" wide onClick={() => void sell()}>
            {isServed ? 'Go on selling' : `Serve ${customer.firstName}`}
          </Button>
          <dl className={styles['facts']}>
            {facts.map(([term, fact]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{fact}</dd>
              </div>
            ))}
          </dl>
        </aside>
      </div>
    </Container>
  )
}

export const page = definePage({
  load,
  title: ({ name }) => `${name} – Front desk`,
  breadcrumbs: ({ name }) => [{ label: 'Customers', to: deskLinks.customers() }, { label: name }],
  Component: DeskCustomerPage,
})
