import { fullDay } from '#messages/format.ts'
import type { Basket } from '#contract/baskets.ts'
import { daysAfter, isDay } from '#contract/time.ts'
import { SellList } from '#web/features/attendance/SellList.tsx'
import { DeskBasket } from '#web/features/baskets/DeskBasket.tsx'
import { DeskTickets } from '#web/features/baskets/DeskTickets.tsx'
import * as messages from '#messages/desk/sale.ts'
import { today } from '#messages/desk/attendance.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { links } from '#web/platform/links.ts'
import { notFound, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { rememberVenue } from '#web/platform/venue.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import { DayField } from './DayField.tsx'
import { DayLink } from './DayLink.tsx'
import { DeskCounter } from './DeskCounter.tsx'
import styles from './DeskSellPage.module.css'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

/** Others sell too, so the places left are read again this often. */
const refetchEveryMs = 20_000

/** A sale on one screen: the sessions from now on, the basket and the payment. */
const load = requireStaff(async ({ params, query, read, context }: LoaderArgs<'deskVenue' | 'day'>) => {
  const { deskVenue, day } = params
  if (!isDay(day)) return notFound()
  const dayArgs = { venue: deskVenue, date: day, show: 'all' } as const
  const [{ date }] = await Promise.all([
    read(api.attendance.day, dayArgs),
    read(api.baskets.read),
    read(api.checkout.terms, {}),
    read(api.operator.config),
  ])
  rememberVenue(context, { venueSlug: deskVenue })
  return { dayArgs, openId: Number(query.get('session') ?? 0), title: fullDay(date.raw) }
})

const DeskSellPage = ({ data: { dayArgs, openId } }: PageProps<typeof load>) => {
  const { data } = useRead(api.attendance.day, dayArgs)
  useDeferredRead(api.attendance.day, dayArgs, { everyMs: refetchEveryMs })
  const { data: basket } = useRead(api.baskets.read)
  const now = useServerNow(30_000)
  const { venue, date: day } = dayArgs
  const inBasket = new Set(
    basket.items.flatMap(({ cartableResource }) =>
      cartableResource === null ? [] : [String(cartableResource.id)],
    ),
  )
  const sessions = data.sessions.filter(({ ends, cancelled }) => !cancelled && Date.parse(ends) > now)
  return (
    <Container>
      <PageHeading lead={fullDay(data.date.raw)}>{messages.sell}</PageHeading>
      <div className={styles['columns']}>
        <section aria-label={messages.sessions} className={styles['sessions']}>
          <nav className={styles['days']} aria-label={messages.days}>
            {day === data.today ? null : (
              <>
                <DayLink
                  day={daysAfter(day, -1)}
                  direction="previous"
                  linkTo={(toDay) => deskLinks.sell(venue, toDay)}
                />
                <Link
                  className={buttonClass({ variant: 'secondary', size: 'lg' })}
                  to={deskLinks.sell(venue, data.today)}
                >
                  {today}
                </Link>
              </>
            )}
            <DayLink
              day={daysAfter(day, 1)}
              direction="next"
              linkTo={(toDay) => deskLinks.sell(venue, toDay)}
            />
            <Link className={buttonClass({ variant: 'text', size: 'lg' })} to={links.venue(venue)}>
              {messages.allActivities}
            </Link>
          </nav>
          <DayField day={day} linkTo={(toDay) => deskLinks.sell(venue, toDay)} />
          <SellList
            key={openId}
            sessions={sessions}
            zone={data.date.tz}
            inBasket={inBasket}
            opened={sessions.find(({ id }) => id === openId)}
          >
            {({ bookableId, kind }) => <DeskTickets id={bookableId} byTicket={kind === 'tickets'} />}
          </SellList>
        </section>
        <Card as="section" className={styles['sale']} aria-label={messages.sale}>
          <Sale basket={basket} />
        </Card>
      </div>
    </Container>
  )
}

const Sale = ({ basket }: { basket: Basket }) =>
  basket.items.length === 0 ? (
    <Empty title={messages.emptySale}>
      <p>{messages.emptySaleHelp}</p>
    </Empty>
  ) : (
    <>
      <DeskBasket basket={basket} />
      <DeskCounter basket={basket} />
    </>
  )

export const page = defineStaffPage('sell', {
  load,
  title: ({ title }) => messages.sellPage({ date: title }),
  Component: DeskSellPage,
})
