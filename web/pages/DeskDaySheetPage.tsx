import type { ReactNode } from 'react'
import type { Board, Expected } from '#contract/attendance.ts'
import { isDay, time } from '#contract/time.ts'
import { attendeeName } from '#web/features/attendance/attendeeName.ts'
import { DayHires } from '#web/features/attendance/DayHires.tsx'
import { describeBlocks, describeWholeLet } from '#web/features/attendance/blocks.ts'
import * as attendance from '#messages/desk/attendance.ts'
import * as messages from '#messages/desk/daySheet.ts'
import { fullDay } from '#messages/format.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { withQuery } from '#web/platform/links.ts'
import { notFound, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Link, useScreen } from '#web/platform/router.tsx'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { venueChoice } from '#web/platform/VenueField.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Container, Empty, PageHeading, Skeleton } from '#web/ui/Layout.tsx'
import { Table, type Column } from '#web/ui/Table.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import styles from './DeskDaySheetPage.module.css'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

const sheets = ['time', 'place', 'registers'] as const
type Sheet = (typeof sheets)[number]

const sheetNames: Readonly<Record<Sheet, string>> = {
  time: messages.byTime,
  place: messages.byPlace,
  registers: messages.registers,
}

/** A day at a venue on paper: by time, by place, or the register of each session, or of one. */
const load = requireStaff(async ({ params, query, read }: LoaderArgs<'deskVenue' | 'day'>) => {
  const { deskVenue, day } = params
  if (!isDay(day)) return notFound()
  const dayArgs = { venue: deskVenue, date: day }
  const sheet: Sheet = sheets.find((one) => one === query.get('sheet')) ?? 'time'
  const [board] = await Promise.all([
    read(api.attendance.board, dayArgs),
    sheet === 'registers' ? read(api.attendance.registers, dayArgs) : undefined,
    read(api.venues.search, venueChoice(deskVenue)),
  ])
  return {
    dayArgs,
    sheet,
    sessionId: Number(query.get('session') ?? 0),
    title: fullDay(board.date.raw),
  }
})

const DeskDaySheetPage = ({ data: { dayArgs, sheet, sessionId } }: PageProps<typeof load>) => {
  const { data: board } = useRead(api.attendance.board, dayArgs)
  const { data: found } = useRead(api.venues.search, venueChoice(dayArgs.venue))
  const { path } = useScreen()
  const now = useServerNow(60_000)
  const venue = found.venues.find(({ slug }) => slug === dayArgs.venue)?.name ?? dayArgs.venue
  return (
    <Container>
      <PageHeading
        lead={`${fullDay(board.date.raw)} · ${messages.printedAt({ time: time(new Date(now), board.date.tz).format24Hour })}`}
      >
        {messages.heading({ venue })}
      </PageHeading>
      <div className={styles['tools']}>
        <Tabs
          label={messages.kinds}
          Link={Link}
          items={sheets.map((one) => ({
            label: sheetNames[one],
            to: withQuery(path, { sheet: one === 'time' ? null : one, session: null }),
            current: one === sheet,
          }))}
        />
        <p className={styles['acts']}>
          <Button
            size="lg"
            onClick={() => {
              print()
            }}
          >
            {messages.print}
          </Button>
          <Link
            className={buttonClass({ variant: 'secondary', size: 'lg' })}
            to={deskLinks.today(dayArgs.venue, dayArgs.date)}
          >
            {messages.backToDay}
          </Link>
        </p>
      </div>
      {sheet === 'registers' ? null : <DayHires hires={board.hires} />}
      {sheet === 'registers' ? (
        <Registers board={board} dayArgs={dayArgs} sessionId={sessionId} />
      ) : board.sessions.length + board.closures.length + board.hires.length === 0 ? (
        <Empty title={messages.nothingOn} />
      ) : sheet === 'time' ? (
        <Timetable board={board} sessions={board.sessions} />
      ) : (
        board.places.map((place) => (
          <section key={place.id} className={styles['part']}>
            <h2>{place.name}</h2>
            <Timetable
              board={board}
              placeId={place.id}
              sessions={board.sessions.filter(({ placeIds }) => placeIds.includes(place.id))}
            />
          </section>
        ))
      )}
    </Container>
  )
}

type Session = Board['sessions'][number]

const Timetable = ({
  board: { closures, date },
  sessions,
  placeId,
}: {
  board: Board
  sessions: readonly Session[]
  /** Of one place alone. */
  placeId?: number
}) => {
  const closed = closures.filter(({ placeIds }) => placeId === undefined || placeIds.includes(placeId))
  return (
    <>
      {closed.map(({ id, origin, begins, ends, publicReason }) => (
        <p key={`${origin}${id}`}>
          <strong>
            {time(new Date(begins), date.tz).format24Hour}–{time(new Date(ends), date.tz).format24Hour}
          </strong>{' '}
          {messages.closed({ reason: publicReason })}
        </p>
      ))}
      <Table
        name={messages.session}
        form="sheet"
        rows={sessions}
        rowKey={({ id }) => id}
        columns={
          placeId === undefined
            ? sessionColumns
            : sessionColumns.filter(({ heading }) => heading !== messages.place)
        }
      />
    </>
  )
}

const sessionColumns: readonly Column<Session>[] = [
  {
    heading: messages.time,
    cell: ({ startsAt, endsAt }) => (
      <span className={styles['time']}>
        {startsAt.format24Hour}–{endsAt.format24Hour}
      </span>
    ),
  },
  { heading: messages.session, cell: ({ cancelled, name }) => (cancelled ? <del>{name}</del> : name) },
  { heading: messages.place, cell: ({ locationName }) => locationName },
  { heading: messages.people, cell: (session) => describePeople(session) },
  { heading: messages.instructor, cell: ({ instructors }) => instructors.join(', ') },
]

const describePeople = (session: Session): string => {
  const { booked, attended, absent, calledOff, capacity, waiting, cancelled } = session
  const people = booked + attended + absent
  if (cancelled)
    return [attendance.cancelled, attendance.calledOffCount({ count: calledOff + people })].join(' · ')
  const wholeLet = describeWholeLet(session)
  if (wholeLet !== null && people === 0) return wholeLet
  return [
    messages.peopleOf({ booked: people, capacity }),
    ...describeBlocks(session),
    ...(waiting === 0 ? [] : [messages.waiting({ count: waiting })]),
  ].join(' · ')
}

/** A register with a box and a line to sign for each person of each session. */
const Registers = ({
  board,
  dayArgs,
  sessionId,
}: {
  board: Board
  dayArgs: { venue: string; date: string }
  /** Of one session alone; 0 for all. */
  sessionId: number
}) => {
  const { data: registers } = useDeferredRead(api.attendance.registers, dayArgs)
  if (registers === undefined) return <Skeleton lines={6} />
  const rows = board.sessions.flatMap((session) => {
    const register = registers.find((one) => one.sessionId === session.id)
    const isWanted = sessionId === 0 || sessionId === session.id
    return register === undefined || !isWanted ? [] : [{ session, expected: register.expected }]
  })
  if (rows.length === 0) return <Empty title={messages.noRegisters} />
  return rows.map(({ session, expected }) => (
    <section key={session.id} className={styles['part']}>
      <h2>
        {session.startsAt.format24Hour} {session.name}
      </h2>
      <p>
        {[session.locationName, ...session.instructors, describePeople(session)].filter(Boolean).join(' · ')}
      </p>
      <Table
        name={messages.registers}
        form="sheet"
        rows={expected.flatMap((person) =>
          Array.from({ length: person.quantity }, (_, index) => ({ person, index })),
        )}
        rowKey={({ person, index }) => `${person.bookingId} ${index}`}
        columns={registerColumns}
      />
    </section>
  ))
}

/** A line for each place: of those bought together, the first says whose they are. */
type RegisterLine = { person: Expected; index: number }

const ofFirst =
  (cell: (person: Expected) => ReactNode) =>
  ({ person, index }: RegisterLine): ReactNode =>
    index === 0 ? cell(person) : ''

const registerColumns: readonly Column<RegisterLine>[] = [
  {
    heading: messages.here,
    cell: ({ person }) => (
      <span className={styles['box']}>
        {person.status === 'attended' ? (
          <>
            <span aria-hidden="true">✓</span>
            <span className="visually-hidden">{attendance.attended}</span>
          </>
        ) : null}
      </span>
    ),
  },
  { heading: messages.name, cell: ({ person, index }) => (index === 0 ? attendeeName(person) : '+ 1') },
  { heading: messages.phone, cell: ofFirst(({ phone }) => phone) },
  { heading: messages.age, cell: ofFirst(({ age }) => age) },
  {
    heading: messages.notes,
    cell: ofFirst(({ medicalNotes, emergencyContact, proofOfAge }) =>
      [
        medicalNotes,
        emergencyContact === '' ? '' : attendance.emergencyContact({ contact: emergencyContact }),
        proofOfAge ? attendance.checkProofOfAge : '',
      ]
        .filter(Boolean)
        .join(' · '),
    ),
  },
  {
    heading: messages.money,
    cell: ofFirst(({ toPay }) =>
      toPay === null ? messages.paid : attendance.toPay({ amount: toPay.formatted }),
    ),
  },
  { heading: messages.signature, isWide: true, cell: () => '\u00A0' },
]

export const page = defineStaffPage('check_in', {
  load,
  title: ({ title }) => messages.daySheetPage({ date: title }),
  Component: DeskDaySheetPage,
})
