import { useState } from 'react'
import { daysAfter, isDay } from '#contract/time.ts'
import { CheckInForm } from '#web/features/attendance/CheckInForm.tsx'
import { SessionTable } from '#web/features/attendance/SessionTable.tsx'
import { api } from '#web/platform/api.ts'
import { deskLinks, links, withQuery } from '#web/platform/links.ts'
import { definePage, notFound, type Load, type PageProps } from '#web/platform/page.ts'
import { useLateRead, useRead } from '#web/platform/queries.ts'
import { Link, useNavigate, useScreen } from '#web/platform/router.tsx'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { rememberVenue } from '#web/platform/venue.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { Card, Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import styles from './DeskDayPage.module.css'
import { requireStaff } from './requireStaff.ts'

/** How often the day is asked for again: people check in at the other desk too. */
const askEveryMs = 20_000

/** A day at a venue: what is on, who has come, check-in by code. */
const load = requireStaff(async ({ params, query, read, visit }: Load<'deskVenue' | 'day'>) => {
  const { deskVenue, day } = params
  if (!isDay(day)) return notFound()
  const asked = { venue: deskVenue, date: day, show: query.has('all') ? 'all' : 'booked' } as const
  const [found] = await Promise.all([read(api.attendance.day, asked), read(api.venues.all)])
  rememberVenue(visit, { venueSlug: deskVenue })
  return { asked, title: found.date.fullDatePretty }
})

const DeskDayPage = ({ data: { asked } }: PageProps<typeof load>) => {
  const { data } = useRead(api.attendance.day, asked)
  useLateRead(api.attendance.day, asked, { everyMs: askEveryMs })
  const { data: venues } = useRead(api.venues.all)
  const now = useServerNow(30_000)
  const navigate = useNavigate()
  const { path } = useScreen()
  const [typed, setTyped] = useState('')
  const { venue, date: day, show } = asked
  const words = typed.trim().toLowerCase()
  const shown = data.sessions.filter(({ name, locationName, activityName, startsAt }) =>
    `${name} ${activityName} ${locationName} ${startsAt.format24Hour}`.toLowerCase().includes(words),
  )
  const places = shown.reduce((sum, { booked, attended, absent }) => sum + booked + attended + absent, 0)
  const to = (toVenue: string, toDay: string): string =>
    withQuery(deskLinks.today(toVenue, toDay), { all: show === 'all' ? '1' : null })
  return (
    <Container>
      <PageHeading
        lead={day === data.today ? `Today, ${data.date.fullDatePretty}` : data.date.fullDatePretty}
      >
        {venues.find(({ slug }) => slug === venue)?.name ?? 'Sessions'}
      </PageHeading>
      <div className={styles['columns']}>
        <section className={styles['day']} aria-label="Sessions">
          <div className={styles['tools']}>
            <nav className={styles['days']} aria-label="Days">
              <Link
                className={buttonClass({ variant: 'secondary', size: 'lg' })}
                to={to(venue, daysAfter(day, -1))}
              >
                Day before
              </Link>
              <Link
                className={buttonClass({ variant: day === data.today ? 'primary' : 'secondary', size: 'lg' })}
                to={to(venue, data.today)}
                aria-current={day === data.today ? 'date' : undefined}
              >
                Today
              </Link>
              <Link
                className={buttonClass({ variant: 'secondary', size: 'lg' })}
                to={to(venue, daysAfter(day, 1))}
              >
                Day after
              </Link>
            </nav>
            <TextField
              label="Find a session"
              name="find"
              value={typed}
              autoComplete="off"
              onInput={(event) => {
                setTyped(event.currentTarget.value)
              }}
            />
          </div>
          <p className={styles['sum']} role="status">
            {shown.length} {shown.length === 1 ? 'session' : 'sessions'}, {places}{' '}
            {places === 1 ? 'place' : 'places'} booked.{' '}
            <Link to={withQuery(path, { all: show === 'all' ? null : '1' })} stay>
              {show === 'all' ? 'Show those with bookings' : 'Show all sessions'}
            </Link>
          </p>
          {shown.length === 0 ? (
            <Empty title={words === '' ? 'Nobody is expected on this day yet.' : 'No session of that name.'}>
              <Link className={buttonClass({ variant: 'secondary' })} to={links.venue(venue)}>
                Sell something
              </Link>
            </Empty>
          ) : (
            <SessionTable sessions={shown} now={now} />
          )}
        </section>
        <aside className={styles['aside']} aria-label="Check-in">
          <Card>
            <CheckInForm venueSlug={venue} />
          </Card>
          <Card>
            <SelectField
              label="Venue"
              name="venue"
              value={venue}
              onChange={(event) => {
                void navigate(to(event.currentTarget.value, day))
              }}
            >
              {venues.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </SelectField>
          </Card>
        </aside>
      </div>
    </Container>
  )
}

export const page = definePage({
  load,
  title: ({ title }) => `${title} – Front desk`,
  Component: DeskDayPage,
})
