import type { BookableTicket } from '#contract/bookables.ts'
import * as messages from '#messages/bookings/pricing.ts'
import { dayAndTime, longDate, sessionFullTime } from '#messages/shared/dates.ts'
import { useBasketActions } from '#web/features/baskets/useBasketActions.ts'
import { MemberDiscounts, type Discounts } from '#web/features/pricing/MemberDiscounts.tsx'
import { TicketsByReference } from '#web/features/pricing/TicketsByReference.tsx'
import { VenueChoice } from '#web/features/pricing/VenueChoice.tsx'
import { VenuePrices, type PricesOfVenue } from '#web/features/pricing/VenuePrices.tsx'
import { api, ApiError } from '#web/platform/api.ts'
import { links, loginModalPath, crossSiteUrl } from '#web/platform/links.ts'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Link, useScreen } from '#web/platform/router.tsx'
import { readCustomer, useCustomer } from '#web/platform/session.ts'
import { selectedVenue } from '#web/platform/venue.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { venueChoice } from '#web/platform/VenueField.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, Container, PageHeading, Section } from '#web/ui/Layout.tsx'
import styles from './PricingPage.module.css'

/** What a venue's activities cost everybody and members (A14), and tickets at the price of another member. */
const load = async ({ read, context, query }: LoaderArgs) => {
  const id = query.get('id') ?? ''
  const [session, customer] = await Promise.all([
    id === '' ? null : read(api.timetable.occurrence, { id }),
    readCustomer(context),
    read(api.operator.config),
  ])
  const wanted =
    query.get('venue') ??
    session?.venueSlug ??
    selectedVenue(context.cookies)?.venueSlug ??
    customer?.homeVenueSlug
  const discounts =
    customer === null ? null : await atVenueOrDefault((at) => read(api.pricing.discounts, at), wanted)
  const prices = await atVenueOrDefault((at) => read(api.pricing.venue, at), discounts?.venue?.slug ?? wanted)
  const venueSlug = prices.venue?.slug
  const { total } = await read(api.venues.search, venueChoice(venueSlug))
  return { session: session?.tickets.length === 0 ? null : session, discounts, prices, isOneVenue: total < 2 }
}

/** A remembered venue that no longer exists leads to the prices of the default one. */
const atVenueOrDefault = <Answer,>(
  read: (at: { venue?: string }) => Promise<Answer>,
  venue: string | null | undefined,
): Promise<Answer> =>
  read(venue == null ? {} : { venue }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    return read({})
  })

const PricingPage = ({ data: { session, discounts, prices, isOneVenue } }: PageProps<typeof load>) => (
  <Container narrow>
    <PageHeading lead={messages.lead}>{messages.membershipPricing}</PageHeading>
    <div className={styles['parts']}>
      {session === null ? null : <ByReference session={session} />}
      <Card>
        <OwnPrices memberships={discounts?.memberships ?? []} isAlone={session === null} />
      </Card>
      {discounts?.venue == null ? null : <DiscountsAt {...discounts} venue={discounts.venue} />}
      {prices.venue === null ? null : (
        <PricesAt
          {...prices}
          venue={prices.venue}
          hasVenueChoice={!isOneVenue && discounts?.memberships.some(isActive) !== true}
        />
      )}
    </div>
  </Container>
)

const ByReference = ({ session: read }: { session: BookableTicket }) => {
  const { data = read } = useDeferredRead(api.timetable.occurrence, { id: read.id })
  const basket = useBasketActions()
  const rowKeyOf = (ticketId: string | number): string => `pricing ${read.id} ${ticketId}`
  const { name, venueName } = data
  return (
    <Section
      title={name}
      aside={
        <Link to={links.basket()} className={buttonClass({ variant: 'text' })}>
          {messages.viewBasket}
        </Link>
      }
    >
      <Card>
        <div className={styles['card']}>
          <p>
            {sessionFullTime(data)} · {venueName}
          </p>
          <p>{messages.byReferenceLead}</p>
          <TicketsByReference
            session={data}
            actions={{
              add: ({ ticketId, customerReference, pricingOptionId }) => {
                basket.add(
                  [{ id: data.id, type: data.cartType, ticketId, customerReference, pricingOptionId }],
                  rowKeyOf(ticketId),
                )
              },
              isAdding: (ticketId) => basket.isAdding(rowKeyOf(ticketId)),
              failureOf: (ticketId) => basket.failureOf(rowKeyOf(ticketId)),
            }}
          />
        </div>
      </Card>
    </Section>
  )
}

/** All discounts of the customer's memberships at a venue, which may be changed. */
const DiscountsAt = ({
  venue,
  memberships,
}: {
  venue: NonNullable<Discounts['venue']>
  memberships: Discounts['memberships']
}) => {
  const active = memberships.filter(isActive)
  if (active.length === 0) return null
  return (
    <Section title={messages.yourPricesAt({ venue: venue.name })}>
      <div className={styles['card']}>
        <VenueChoice chosen={venue.slug} />
        {active.map(({ id, name, benefits }) => (
          <MemberDiscounts key={id} membership={name} benefits={benefits} venueSlug={venue.slug} />
        ))}
      </div>
    </Section>
  )
}

/** What everything costs at a venue, which may be changed. */
const PricesAt = ({
  venue,
  activities,
  hasVenueChoice,
}: {
  venue: NonNullable<PricesOfVenue['venue']>
  activities: PricesOfVenue['activities']
  hasVenueChoice: boolean
}) => {
  return (
    <Section title={messages.pricesAt({ venue: venue.name })}>
      <div className={styles['card']}>
        {hasVenueChoice ? <VenueChoice chosen={venue.slug} /> : null}
        <VenuePrices activities={activities} venue={venue} />
      </div>
    </Section>
  )
}

/** What the customer's own membership does to prices, and how to get one. */
const OwnPrices = ({ memberships, isAlone }: { memberships: Discounts['memberships']; isAlone: boolean }) => {
  const { data: config } = useRead(api.operator.config)
  const context = usePageContext()
  const customer = useCustomer()
  const { path } = useScreen()
  const basket = useBasketActions().basket
  const join = config.onlineJoiningEnabled && config.sites.onlineJoining !== ''
  const tickets = (basket?.items ?? []).flatMap(({ ticketId, cartableResource }) =>
    ticketId === null ? [] : (cartableResource ?? []),
  )
  const sessions = [...new Map(tickets.map((session) => [session.id, session])).values()]
  return (
    <div className={styles['card']}>
      {customer === null ? (
        <>
          <p>{messages.loginText}</p>
          <div className={styles['ways']}>
            <Link className={buttonClass({ size: 'lg' })} to={loginModalPath(path)} stay>
              {messages.logIn}
            </Link>
            <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to={links.register()}>
              {messages.createAccount}
            </Link>
          </div>
        </>
      ) : (
        <>
          {memberships.length === 0 ? <p>{messages.noMembership({ name: customer.firstName })}</p> : null}
          {memberships.map((membership) => (
            <p key={membership.id}>{describeDiscount(customer.firstName, membership)}</p>
          ))}
          <div className={styles['ways']}>
            <Link className={buttonClass({ size: 'lg' })} to={links.home()}>
              {messages.bookActivity}
            </Link>
          </div>
        </>
      )}
      {isAlone && sessions.length > 0 ? (
        <div>
          <p>{messages.ticketsInBasket}</p>
          <ul className={styles['sessions']}>
            {sessions.map(({ id, name, date, startsAt }) => (
              <li key={id}>
                <Link to={links.pricing(id)}>
                  {messages.ticketIn({
                    name,
                    time: dayAndTime({
                      day: date.raw,
                      time: startsAt.format24Hour,
                    }),
                  })}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {memberships.length === 0 && join ? (
        <p>
          <a href={crossSiteUrl(config.sites.onlineJoining, '/', context)}>{messages.buyMembership}</a>
        </p>
      ) : null}
    </div>
  )
}

const isActive = ({ status }: Discounts['memberships'][number]): boolean => status === 'active'

/** Whether a membership takes anything off prices now, and for which days it does not. */
const describeDiscount = (
  name: string,
  { name: membership, status, startsOn, frozenFrom, frozenUntil }: Discounts['memberships'][number],
): string => {
  const until = frozenUntil === null ? null : longDate(frozenUntil)
  if (status === 'pending') return messages.membershipToStart({ name, membership, on: longDate(startsOn) })
  if (status === 'frozen') return messages.membershipFrozen({ name, membership, until })
  const applied = messages.membershipApplied({ name, membership })
  if (frozenFrom === null) return applied
  return `${applied} ${messages.freezePlanned({ membership, from: longDate(frozenFrom), until })}`
}

export const page = definePage({
  load,
  title: () => messages.membershipPricing,
  breadcrumbs: () => [{ label: messages.membershipPricing }],
  Component: PricingPage,
})
