import { localDay } from '#contract/time.ts'
import { DeskBookings } from '#web/features/bookings/DeskBookings.tsx'
import { DeskDetails } from '#web/features/customers/DeskDetails.tsx'
import { Inductions } from '#web/features/customers/Inductions.tsx'
import { Penalties } from '#web/features/customers/Penalties.tsx'
import { DeskPasses } from '#web/features/guest-passes/DeskPasses.tsx'
import { MembershipCard } from '#web/features/memberships/MembershipCard.tsx'
import { UnfinishedJoining } from '#web/features/memberships/UnfinishedJoining.tsx'
import { CustomerData } from '#web/features/privacy/CustomerData.tsx'
import * as messages from '#messages/desk/customers.ts'
import { list } from '#messages/format.ts'
import * as fieldMessages from '#messages/shared/customerFields.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { notFound, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { reader, useRead } from '#web/platform/queries.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { requireSelection } from '#web/platform/selection.ts'
import { useCustomer } from '#web/platform/session.ts'
import { selectedVenue } from '#web/platform/venue.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { may } from '#web/platform/permissions.ts'
import { Button } from '#web/ui/Button.tsx'
import { Container, Empty, PageHeading, Section } from '#web/ui/Layout.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import styles from './DeskCustomerPage.module.css'
import { defineStaffPage } from './defineStaffPage.tsx'
import { readDeskVenue } from './readDeskVenue.ts'
import { readVenue } from './readVenue.ts'
import { requireStaff } from './requireStaff.ts'

/** Past bookings on the page: a question at the desk is about one of the last. */
const pastCount = 20

/** One customer: details, bookings, memberships, guest passes and what they owe. */
const load = requireStaff(async ({ params, read, context }: LoaderArgs<'customerId'>) => {
  if (!/^\d{1,9}$/.test(params.customerId)) return notFound()
  const customerId = Number(params.customerId)
  const forCustomer = { selectedUserId: customerId }
  const readPasses = async (): Promise<string | null> => {
    if (!(await read(api.operator.config)).onlineGuestPassesEnabled) return null
    const venue = await readDeskVenue({ read, context })
    if (venue === undefined) return null
    await read(api.guestPasses.atDesk, { venue: venue.slug, customerId })
    return venue.slug
  }
  const [customer, passesAt] = await Promise.all([
    read(api.customers.atDesk, { customerId }),
    readPasses(),
    read(api.bookings.mine, { ...forCustomer, filter: 'future' }),
    read(api.bookings.mine, { ...forCustomer, filter: 'past', limit: pastCount }),
    read(api.payments.mine, forCustomer),
    read(api.memberships.mine, forCustomer),
    read(api.memberships.unfinished, forCustomer),
    read(api.customers.inductions, { customerId }),
    read(api.customers.details, forCustomer),
  ])
  return { customerId, name: `${customer.firstName} ${customer.lastName}`, passesAt }
})

const DeskCustomerPage = ({ data: { customerId, name, passesAt } }: PageProps<typeof load>) => {
  const context = usePageContext()
  const navigate = useNavigate()
  const staff = useCustomer()
  const forCustomer = { selectedUserId: customerId }
  const { data: customer } = useRead(api.customers.atDesk, { customerId })
  const { data: upcoming } = useRead(api.bookings.mine, { ...forCustomer, filter: 'future' })
  const { data: past } = useRead(api.bookings.mine, { ...forCustomer, filter: 'past', limit: pastCount })
  const { data: money, refetch: refetchMoney } = useRead(api.payments.mine, forCustomer)
  const { data: memberships } = useRead(api.memberships.mine, forCustomer)
  const { data: unfinished } = useRead(api.memberships.unfinished, forCustomer)
  const { data: details } = useRead(api.customers.details, forCustomer)
  const { data: config } = useRead(api.operator.config)
  const mayRefund = may(staff, 'refund.limit') || may(staff, 'refund.any')
  const unpaid = money.penalties.filter(({ status }) => status === 'outstanding')
  const isServed = requireSelection(context).userId() === customerId
  const serveCustomer = async (): Promise<void> => {
    requireSelection(context).choose(customerId)
    await context.queries.invalidate()
    const slug = selectedVenue(context.cookies)?.venueSlug ?? customer.homeVenueSlug
    const venue = slug === null ? undefined : await readVenue(reader(context), slug)
    await navigate(
      venue === undefined
        ? deskLinks.home()
        : deskLinks.sell(venue.slug, localDay(new Date(context.clock.now()), venue.timezone)),
    )
  }
  const facts: [string, string][] = [
    [messages.reference, customer.reference],
    [fieldMessages.dateOfBirth, customer.dateOfBirth?.split('-').reverse().join('/') ?? '–'],
    [fieldMessages.email, customer.email || '–'],
    [fieldMessages.phone, customer.phone || '–'],
    [fieldMessages.postcode, customer.postcode || '–'],
    [messages.membership, customer.membershipUser.name ?? messages.none],
    [messages.credit, money.credit.formattedBalance],
  ]
  const family = customer.linkedUsers.map(({ firstName }) => firstName)
  if (family.length > 0) facts.push([messages.family, list(family)])
  return (
    <Container>
      <div className={styles['heading']}>
        {customer.profilePhoto === null ? null : (
          <Photo address={customer.profilePhoto} size={96} alt={messages.photoOf({ name })} />
        )}
        <PageHeading>{name}</PageHeading>
      </div>
      <div className={styles['columns']}>
        <div>
          <Section title={messages.upcoming}>
            {upcoming.length === 0 ? (
              <Empty title={messages.noUpcoming} />
            ) : (
              <DeskBookings bookings={upcoming} mayRefund={mayRefund} />
            )}
          </Section>
          {unpaid.length === 0 ? null : (
            <Section title={messages.owes}>
              <Penalties penalties={unpaid} mayWaive={may(staff, 'waive')} onStale={refetchMoney} />
            </Section>
          )}
          {unfinished === null ? null : (
            <div className={styles['unfinished']}>
              <UnfinishedJoining joining={unfinished}>{messages.finishOnline}</UnfinishedJoining>
            </div>
          )}
          {passesAt === null ? null : <DeskPasses customerId={customerId} venueSlug={passesAt} />}
          {memberships.length === 0 ? null : (
            <Section title={messages.membershipHeading({ count: memberships.length })}>
              <ul role="list" className={styles['memberships']}>
                {memberships.map((membership) => (
                  <li key={membership.id}>
                    <MembershipCard membership={membership} selectedUserId={customerId} />
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <Inductions customerId={customerId} timezone={config.timezone} />
          {past.length === 0 ? null : (
            <Section title={messages.past}>
              <DeskBookings bookings={past} mayRefund={mayRefund} />
            </Section>
          )}
        </div>
        <aside className={styles['aside']} aria-label={messages.details}>
          <Button size="lg" wide onClick={() => void serveCustomer()}>
            {isServed ? messages.continueSelling : messages.serve({ name: customer.firstName })}
          </Button>
          <dl className={styles['facts']}>
            {facts.map(([term, fact]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{fact}</dd>
              </div>
            ))}
          </dl>
          <DeskDetails key={customerId} details={details} />
          {may(staff, 'customers.data') ? (
            <CustomerData customerId={customerId} reference={customer.reference} />
          ) : null}
        </aside>
      </div>
    </Container>
  )
}

export const page = defineStaffPage('customers.view', {
  load,
  title: ({ name }) => messages.customerPage({ name }),
  breadcrumbs: ({ name }) => [{ label: messages.customers, to: deskLinks.customers() }, { label: name }],
  Component: DeskCustomerPage,
})
