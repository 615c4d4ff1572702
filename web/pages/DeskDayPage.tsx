import { fullDay } from '#messages/format.ts'
import { useState } from 'react'
import type { DeskSession } from '#contract/attendance.ts'
import { daysAfter, isDay } from '#contract/time.ts'
import { CheckInForm } from '#web/features/attendance/CheckInForm.tsx'
import { SessionTable } from '#web/features/attendance/SessionTable.tsx'
import { FollowUps } from '#web/features/bookings/FollowUps.tsx'
import { usePassByCode } from '#web/features/guest-passes/usePassByCode.tsx'
import * as messages from '#messages/desk/attendance.ts'
import { link as requestsLink } from '#messages/desk/bookingRequests.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { withQuery } from '#web/platform/links.ts'
import { definePage, notFound, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Link, useNavigate, useScreen } from '#web/platform/router.tsx'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { rememberVenue } from '#web/platform/venue.ts'
import { venueChoice, VenueField } from '#web/platform/VenueField.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Card, Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import { DayField } from './DayField.tsx'
import { DayLink } from './DayLink.tsx'
import styles from './DeskDayPage.module.css'
import { requireStaff } from './requireStaff.ts'

/** People check in at other desks too, so the day is read again this often. */
const refetchEveryMs = 20_000
/** Booking partners wait for hours at the most. */
const requestsEveryMs = 60_000

/** A day at a venue: its sessions with their bookings, and check-in by code. */
const load = requireStaff(async ({ params, query, read, context }: LoaderArgs<'deskVenue' | 'day'>) => {
  const { deskVenue, day } = params
  if (!isDay(day)) return notFound()
  const dayArgs = { venue: deskVenue, date: day, show: query.has('all') ? 'all' : 'booked' } as const
  const [daySessions] = await Promise.all([
    read(api.attendance.day, dayArgs),
    read(api.venues.search, venueChoice(deskVenue)),
  ])
  rememberVenue(context, { venueSlug: deskVenue })
  return { dayArgs, title: fullDay(daySessions.date.raw) }
})

const DeskDayPage = ({ data: { dayArgs } }: PageProps<typeof load>) => {
  const { data } = useRead(api.attendance.day, dayArgs)
  useDeferredRead(api.attendance.day, dayArgs, { everyMs: refetchEveryMs })
  const { data: found } = useRead(api.venues.search, venueChoice(dayArgs.venue))
  const now = useServerNow(30_000)
  const navigate = useNavigate()
  const { path } = useScreen()
  const [filter, setFilter] = useState('')
  const { venue, date: day, show } = dayArgs
  const search = filter.trim().toLowerCase()
  const sessions = data.sessions.filter(({ name, locationName, activityName, startsAt }) =>
    `${name} ${activityName} ${locationName} ${startsAt.format24Hour}`.toLowerCase().includes(search),
  )
  const places = sessions.reduce((sum, { booked, attended, absent }) => sum + booked + attended + absent, 0)
  const linkTo = (toVenue: string, toDay: string): string =>
    withQuery(deskLinks.today(toVenue, toDay), { all: show === 'all' ? '1' : null })
  return (
    <Container>
      <PageHeading
        lead={
          day === data.today ? messages.todayIs({ date: fullDay(data.date.raw) }) : fullDay(data.date.raw)
        }
      >
        {found.venues.find(({ slug }) => slug === venue)?.name ?? messages.sessions}
      </PageHeading>
      <div className={styles['columns']}>
        <section className={styles['day']} aria-label={messages.sessions}>
          <FollowUps key={venue} venueSlug={venue} />
          <div className={styles['tools']}>
            <nav className={styles['days']} aria-label={messages.days}>
              <DayLink
                day={daysAfter(day, -1)}
                direction="previous"
                linkTo={(toDay) => linkTo(venue, toDay)}
              />
              <Link
                className={buttonClass({ variant: day === data.today ? 'primary' : 'secondary', size: 'lg' })}
                to={linkTo(venue, data.today)}
                aria-current={day === data.today ? 'date' : undefined}
              >
                {messages.today}
              </Link>
              <DayLink day={daysAfter(day, 1)} direction="next" linkTo={(toDay) => linkTo(venue, toDay)} />
            </nav>
            <DayField day={day} linkTo={(toDay) => linkTo(venue, toDay)} />
            <TextField
              label={messages.findSession}
              name="find"
              value={filter}
              autoComplete="off"
              onInput={(event) => {
                setFilter(event.currentTarget.value)
              }}
            />
          </div>
          <p className={styles['sum']} role="status">
            {messages.sessionCount({ sessions: sessions.length, places })}{' '}
            <Link to={withQuery(path, { all: show === 'all' ? null : '1' })} stay>
              {show === 'all' ? messages.showBooked : messages.showAll}
            </Link>
          </p>
          {sessions.length === 0 ? (
            <Empty title={search === '' ? messages.noSessionsBooked : messages.noSessionsFound}>
              <Link className={buttonClass({ variant: 'secondary' })} to={deskLinks.sell(venue, day)}>
                {messages.makeBooking}
              </Link>
            </Empty>
          ) : (
            <DaySessions sessions={sessions} now={now} zone={data.date.tz} />
          )}
        </section>
        <aside className={styles['aside']} aria-label={messages.checkInArea}>
          <Card>
            <CodeCheckIn key={venue} venueSlug={venue} />
          </Card>
          <Card>
            <VenueField
              key={venue}
              label={messages.venue}
              name="venue"
              selected={venue}
              onChosen={(slug) => {
                void navigate(linkTo(slug, day))
              }}
            />
            <p>
              <Link className={styles['more']} to={deskLinks.heldPlaces(venue)}>
                {messages.heldPlacesLink}
              </Link>
            </p>
            <BookingRequestsLink />
          </Card>
        </aside>
      </div>
    </Container>
  )
}

/** Check-in by the code of a booking or, where the operator offers them, of a guest pass. */
const CodeCheckIn = ({ venueSlug }: { venueSlug: string }) => {
  const { data: config } = useRead(api.operator.config)
  const guestPass = usePassByCode(venueSlug)
  return (
    <CheckInForm venueSlug={venueSlug} otherCodes={config.onlineGuestPassesEnabled ? guestPass : undefined} />
  )
}

/** The day from now on; what is over is folded away above it, so that the screen starts at now. */
const DaySessions = ({
  sessions,
  now,
  zone,
}: {
  sessions: readonly DeskSession[]
  now: number
  zone: string
}) => {
  const finished = sessions.filter(({ ends }) => Date.parse(ends) <= now)
  const others = sessions.filter(({ ends }) => Date.parse(ends) > now)
  if (finished.length === 0 || others.length === 0)
    return <SessionTable sessions={sessions} now={now} zone={zone} />
  return (
    <>
      <details className={styles['finished']}>
        <summary>{messages.finishedSessions({ count: finished.length })}</summary>
        <SessionTable sessions={finished} now={now} zone={zone} />
      </details>
      <SessionTable sessions={others} now={now} zone={zone} />
    </>
  )
}

/** How many orders of booking partners wait for a decision, where partners may book at all. */
const BookingRequestsLink = () => {
  const { data: requests } = useDeferredRead(api.openBooking.listProposals, {}, { everyMs: requestsEveryMs })
  if (requests?.isOn !== true) return null
  return (
    <p>
      <Link className={styles['more']} to={deskLinks.bookingRequests()}>
        {requestsLink({ count: requests.proposals.length })}
      </Link>
    </p>
  )
}

export const page = definePage({
  load,
  title: ({ title }) => messages.dayPage({ date: title }),
  Component: DeskDayPage,
})
