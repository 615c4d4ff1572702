import { fullDay } from '#messages/format.ts'
import { useState } from 'react'
import type { DeskSession, PlaceKind } from '#contract/attendance.ts'
import { daysAfter, isDay, time, two } from '#contract/time.ts'
import { countLet } from '#web/features/attendance/blocks.ts'
import { layOutBoard } from '#web/features/attendance/boardLayout.ts'
import { CheckInForm } from '#web/features/attendance/CheckInForm.tsx'
import { DayBoard } from '#web/features/attendance/DayBoard.tsx'
import { SessionTable } from '#web/features/attendance/SessionTable.tsx'
import { FollowUps } from '#web/features/bookings/FollowUps.tsx'
import { DayHires } from '#web/features/attendance/DayHires.tsx'
import { DayClosures } from '#web/features/attendance/DayClosures.tsx'
import { usePassByCode } from '#web/features/guest-passes/usePassByCode.tsx'
import * as messages from '#messages/desk/attendance.ts'
import * as boardMessages from '#messages/desk/board.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { withQuery } from '#web/platform/links.ts'
import { notFound, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Link, useNavigate, useScreen } from '#web/platform/router.tsx'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { rememberVenue } from '#web/platform/venue.ts'
import { venueChoice, VenueField } from '#web/platform/VenueField.tsx'
import { may } from '#web/platform/permissions.ts'
import { useCustomer } from '#web/platform/session.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Card, Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { DayAlerts } from './DayAlerts.tsx'
import { DayField } from './DayField.tsx'
import { DayLink } from './DayLink.tsx'
import styles from './DeskDayPage.module.css'
import { requireStaff } from './requireStaff.ts'
import { SessionDrawer } from './SessionDrawer.tsx'
import { defineStaffPage } from './defineStaffPage.tsx'

/** People check in at other desks too, so the day is read again this often. */
const refetchEveryMs = 10_000

type View = 'board' | 'list'

/** In the order of their tabs. */
const placeKinds: readonly PlaceKind[] = ['courts', 'classes', 'tickets']

/** A day at a venue: its sessions by place and time or as a list, and check-in by code. */
const load = requireStaff(async ({ params, query, read, context }: LoaderArgs<'deskVenue' | 'day'>) => {
  const { deskVenue, day } = params
  if (!isDay(day)) return notFound()
  const dayArgs = { venue: deskVenue, date: day }
  const showsAll = query.has('all')
  const sessionId = Number(query.get('session') ?? 0)
  const [board] = await Promise.all([
    read(api.attendance.board, dayArgs),
    showsAll ? read(api.attendance.day, { ...dayArgs, show: 'all' }) : undefined,
    sessionId > 0 ? read(api.attendance.register, { sessionId }) : undefined,
    read(api.venues.search, venueChoice(deskVenue)),
  ])
  rememberVenue(context, { venueSlug: deskVenue })
  const view: View = showsAll || query.get('view') === 'list' ? 'list' : 'board'
  const placeKind = placeKinds.find((kind) => kind === query.get('places')) ?? null
  return { dayArgs, showsAll, sessionId, view, placeKind, title: fullDay(board.date.raw) }
})

const DeskDayPage = ({ data: { dayArgs, showsAll, sessionId, view, placeKind } }: PageProps<typeof load>) => {
  const { data, error, readAt } = useRead(api.attendance.board, dayArgs)
  useDeferredRead(api.attendance.board, dayArgs, { everyMs: refetchEveryMs })
  const { data: found } = useRead(api.venues.search, venueChoice(dayArgs.venue))
  const now = useServerNow(30_000)
  const person = useCustomer()
  const ownSessionsOnly = person?.rights?.ownSessionsOnly === true
  const maySell = may(person, 'sell')
  const navigate = useNavigate()
  const { path } = useScreen()
  const [filter, setFilter] = useState('')
  const { venue, date: day } = dayArgs
  const venueName = found.venues.find(({ slug }) => slug === venue)?.name ?? ''
  const search = filter.trim().toLowerCase()
  const matches = ({ name, activityName, locationName, startsAt, instructors }: DeskSession): boolean =>
    `${name} ${activityName} ${locationName} ${startsAt.format24Hour} ${instructors.join(' ')}`
      .toLowerCase()
      .includes(search)
  const sessions = data.sessions.filter(matches)
  const places = sessions.reduce((sum, session) => sum + countPeople(session), 0)
  const kinds = placeKinds.filter((kind) => data.places.some((place) => place.kind === kind))
  const layout = layOutBoard({
    ...data,
    sessions,
    places: data.places.filter(({ kind }) => placeKind === null || kind === placeKind),
  })
  const linkTo = (toVenue: string, toDay: string): string =>
    withQuery(deskLinks.today(toVenue, toDay), {
      all: showsAll ? '1' : null,
      view: view === 'list' && !showsAll ? 'list' : null,
      places: toVenue === venue ? placeKind : null,
    })
  const closed = withQuery(path, { session: null })
  return (
    <Container>
      <PageHeading
        lead={
          day === data.today ? messages.todayIs({ date: fullDay(data.date.raw) }) : fullDay(data.date.raw)
        }
      >
        {venueName === '' ? messages.sessions : venueName}
      </PageHeading>
      <div className={styles['page']}>
        {ownSessionsOnly ? null : <FollowUps key={venue} venueSlug={venue} />}
        <DayClosures
          key={`closures ${venue} ${day}`}
          closures={data.closures}
          venue={{ slug: venue, name: venueName, timezone: data.date.tz }}
          day={day}
        />
        {day === data.today && !ownSessionsOnly ? (
          <DayAlerts
            key={`alerts ${venue}`}
            venueSlug={venue}
            today={day}
            sessions={data.sessions}
            now={now}
            linkTo={(id) => withQuery(path, { session: String(id) })}
          />
        ) : null}
        <section className={styles['aside']} aria-label={messages.checkInArea}>
          {ownSessionsOnly ? null : (
            <Card>
              <CodeCheckIn key={venue} venueSlug={venue} />
            </Card>
          )}
          <Card className={styles['venue']}>
            <VenueField
              key={venue}
              label={messages.venue}
              name="venue"
              selected={venue}
              onChosen={(slug) => {
                void navigate(linkTo(slug, day))
              }}
            />
            {maySell ? (
              <Link className={styles['more']} to={deskLinks.heldPlaces(venue)}>
                {messages.heldPlacesLink}
              </Link>
            ) : null}
          </Card>
        </section>
        <section className={styles['day']} aria-label={messages.sessions}>
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
          {error === null || readAt === undefined ? null : (
            <Notice colour="warning">
              {boardMessages.asOf({ time: clockOf(new Date(readAt), data.date.tz) })}
            </Notice>
          )}
          <div className={styles['views']}>
            <nav className={styles['wide']} aria-label={boardMessages.views}>
              <Link
                className={styles['more']}
                to={withQuery(closed, { all: null, view: view === 'board' ? 'list' : null })}
                stay
              >
                {view === 'board' ? boardMessages.sessionList : boardMessages.board}
              </Link>
            </nav>
            <Link className={styles['more']} to={deskLinks.daySheet(venue, day)}>
              {boardMessages.daySheet}
            </Link>
            {may(person, 'messages.many') ? (
              <Link className={styles['more']} to={deskLinks.messages({ venue, from: day, until: day })}>
                {boardMessages.messageDay}
              </Link>
            ) : null}
            <p className={styles['sum']} role="status">
              {messages.sessionCount({ sessions: sessions.length, places })}
            </p>
          </div>
          {view === 'board' ? (
            <div className={styles['wide']}>
              {kinds.length < 2 ? null : (
                <Tabs
                  label={boardMessages.placeTabs}
                  Link={Link}
                  items={[
                    {
                      label: boardMessages.allPlaces,
                      to: withQuery(closed, { places: null }),
                      current: placeKind === null,
                    },
                    ...kinds.map((kind) => ({
                      label: boardMessages.placeKinds[kind],
                      to: withQuery(closed, { places: kind }),
                      current: placeKind === kind,
                    })),
                  ]}
                />
              )}
              {layout === null ? (
                <Empty title={boardMessages.nothingOn} />
              ) : (
                <DayBoard
                  board={data}
                  layout={layout}
                  now={now}
                  linkTo={(id) => withQuery(path, { session: String(id) })}
                />
              )}
            </div>
          ) : null}
          <div className={view === 'board' ? styles['narrow'] : undefined}>
            <DayHires hires={data.hires} />
            <SessionList
              {...{ dayArgs, showsAll, now, path }}
              zone={data.date.tz}
              board={data.sessions}
              matches={matches}
              isSearching={search !== ''}
            />
          </div>
        </section>
      </div>
      {sessionId > 0 ? (
        <SessionDrawer
          key={sessionId}
          sessionId={sessionId}
          closeTo={closed}
          onClose={() => {
            void navigate(closed, { stay: true })
          }}
        />
      ) : null}
    </Container>
  )
}

/** `18:04:20` on the wall of the venue. */
const clockOf = (at: Date, zone: string): string =>
  `${time(at, zone).format24Hour}:${two(at.getUTCSeconds())}`

const countPeople = ({ booked, attended, absent }: DeskSession): number => booked + attended + absent

/** Whether people have something to do with it, or it is let to somebody. */
const isInUse = (session: DeskSession): boolean =>
  countPeople(session) + session.calledOff + session.waiting + countLet(session) > 0

/** The sessions with people; with `showsAll` also courts and classes that nobody has booked. */
const SessionList = ({
  dayArgs,
  showsAll,
  board,
  matches,
  isSearching,
  now,
  zone,
  path,
}: {
  dayArgs: { venue: string; date: string }
  showsAll: boolean
  board: readonly DeskSession[]
  matches: (session: DeskSession) => boolean
  isSearching: boolean
  now: number
  zone: string
  path: string
}) => {
  const { data: all } = useDeferredRead(
    api.attendance.day,
    { ...dayArgs, show: 'all' },
    { when: showsAll, everyMs: 2 * refetchEveryMs },
  )
  const sessions = (showsAll ? (all?.sessions ?? board) : board.filter(isInUse)).filter(matches)
  return (
    <>
      <p className={styles['sum']}>
        <Link to={withQuery(path, { all: showsAll ? null : '1' })} stay>
          {showsAll ? messages.showBooked : messages.showAll}
        </Link>
      </p>
      {sessions.length === 0 ? (
        <Empty title={isSearching ? messages.noSessionsFound : messages.noSessionsBooked}>
          <Link
            className={buttonClass({ variant: 'secondary' })}
            to={deskLinks.sell(dayArgs.venue, dayArgs.date)}
          >
            {messages.makeBooking}
          </Link>
        </Empty>
      ) : (
        <DaySessions sessions={sessions} now={now} zone={zone} />
      )}
    </>
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

export const page = defineStaffPage('check_in', {
  load,
  title: ({ title }) => messages.dayPage({ date: title }),
  Component: DeskDayPage,
})
