import type { BookableTicket } from '#contract/shapes.ts'
import { useBasketActions } from '#web/features/baskets/useBasketActions.ts'
import { TicketsByReference } from '#web/features/pricing/TicketsByReference.tsx'
import { api } from '#web/platform/api.ts'
import { links, loginOver, toSite } from '#web/platform/links.ts'
import { definePage, type Load, type PageProps } from '#web/platform/page.ts'
import { useLateRead, useRead } from '#web/platform/queries.ts'
import { Link, useScreen } from '#web/platform/router.tsx'
import { readCustomer, useCustomer } from '#web/platform/session.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, Container, PageHeading, Section } from '#web/ui/Layout.tsx'
import styles from './PricingPage.module.css'

/** Membership pricing (A14): what a membership does to prices, and tickets at the price of whoever a reference names. */
const load = async ({ read, visit, query }: Load) => {
  const id = query.get('id') ?? ''
  const [session] = await Promise.all([
    id === '' ? null : read(api.timetable.occurrence, { id }),
    readCustomer(visit),
    read(api.operator.config),
  ])
  return { session: session?.tickets.length === 0 ? null : session }
}

const PricingPage = ({ data: { session } }: PageProps<typeof load>) => (
  <Container narrow>
    <PageHeading lead="Members pay less for many activities, and nothing for some.">
      Membership pricing
    </PageHeading>
    <div className={styles['parts']}>
      {session === null ? null : <ByReference session={session} />}
      <Card>
        <Own isAlone={session === null} />
      </Card>
    </div>
  </Container>
)

/** The tickets of one session, each at the price of a member. */
const ByReference = ({ session: read }: { session: BookableTicket }) => {
  const { data = read } = useLateRead(api.timetable.occurrence, { id: read.id })
  const basket = useBasketActions()
  const rowKeyOf = (ticketId: string | number): string => `pricing ${read.id} ${ticketId}`
  const { name, date, startsAt, endsAt, venueName } = data
  return (
    <Section
      title={name}
      aside={
        <Link to={links.basket()} className={buttonClass({ variant: 'text' })}>
          View basket
        </Link>
      }
    >
      <Card>
        <div className={styles['card']}>
          <p>{`${date.fullDatePretty}, ${startsAt.format24Hour} to ${endsAt.format24Hour}, ${venueName}`}</p>
          <p>
            Enter the customer reference of whoever a ticket is for. It stands on their membership card and in
            their account.
          </p>
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

/** What one's own membership does to prices, and the ways to have one. */
const Own = ({ isAlone }: { isAlone: boolean }) => {
  const { data: config } = useRead(api.operator.config)
  const visit = useVisit()
  const customer = useCustomer()
  const { path } = useScreen()
  const basket = useBasketActions().basket
  const membership = customer?.membershipUser ?? null
  const join = config.onlineJoiningEnabled && config.sites.onlineJoining !== ''
  const tickets = (basket?.items ?? []).flatMap(({ ticketId, cartableResource }) =>
    ticketId === null ? [] : (cartableResource ?? []),
  )
  const sessions = [...new Map(tickets.map((session) => [session.id, session])).values()]
  return (
    <div className={styles['card']}>
      {customer === null ? (
        <>
          <p>Log in, and every price you see is the one you pay, with what your membership takes off.</p>
          <div className={styles['ways']}>
            <Link className={buttonClass({ size: 'lg' })} to={loginOver(path)} stay>
              Log in
            </Link>
            <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to={links.register()}>
              Create an account
            </Link>
          </div>
        </>
      ) : (
        <>
          <p>
            {membership === null
              ? `${customer.firstName}, you have no membership: you see the prices everybody pays.`
              : `${customer.firstName}, your ${membership.name} membership is taken into every price you see.`}
          </p>
          <div className={styles['ways']}>
            <Link className={buttonClass({ size: 'lg' })} to={links.home()}>
              Book an activity
            </Link>
          </div>
        </>
      )}
      {isAlone && sessions.length > 0 ? (
        <div>
          <p>Is a ticket in your basket for a member? Their customer reference gives their price.</p>
          <ul className={styles['sessions']}>
            {sessions.map(({ id, name, date, startsAt }) => (
              <li key={id}>
                <Link to={links.pricing(id)}>
                  {`${name}, ${date.dayPretty} ${date.datePretty}, ${startsAt.format24Hour}`}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {membership === null && join ? (
        <p>
          <a href={toSite(config.sites.onlineJoining, '/', visit)}>Buy a membership</a>
        </p>
      ) : null}
    </div>
  )
}

export const page = definePage({
  load,
  title: () => 'Membership pricing',
  breadcrumbs: () => [{ label: 'Membership pricing' }],
  Component: PricingPage,
})
