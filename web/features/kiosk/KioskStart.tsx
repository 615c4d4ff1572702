import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { CheckedInSelf } from '#contract/attendance.ts'
import type { NextOfActivity } from '#contract/search.ts'
import * as messages from '#messages/bookings/kiosk.ts'
import { dayAndTime } from '#messages/shared/dates.ts'
import { api } from '#web/platform/api.ts'
import { loginModalPath } from '#web/platform/links.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { Link, useScreen } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { useForm } from '#web/platform/useForm.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './KioskStart.module.css'

/** Bookings displayed after login: a customer at a kiosk is here for the next one. */
const maxBookings = 3

type LinkOfTime = (time: NonNullable<NextOfActivity['next']> & { venueSlug: string }) => string

/** What people come to a kiosk for: to check in by code, to find their booking, or to book. */
export const KioskStart = ({
  venueSlug,
  bookId,
  linkOf,
}: {
  venueSlug: string
  /** The panel in which a time is booked. */
  linkOf: LinkOfTime
  /** The id of the list of activities; undefined where nothing can be booked. */
  bookId: string | undefined
}) => {
  const [result, setResult] = useState<CheckedInSelf>()
  const checkIn = useCall(api.attendance.checkInSelf, {
    onSuccess: setResult,
    onFailure: () => {
      setResult(undefined)
    },
  })
  const answer = useRef<HTMLDivElement>(null)
  // The button may be in another tile, out of sight of the answer.
  useEffect(() => {
    if (result !== undefined || checkIn.error !== null) answer.current?.scrollIntoView({ block: 'center' })
  }, [result, checkIn.error])
  const form = useForm(checkIn, ({ text }, element) => {
    const code = text('code').trim()
    if (code === '') {
      element.querySelector('input')?.focus()
      return
    }
    checkIn.send({ venue: venueSlug, code })
    element.reset()
  })
  return (
    <div className={styles['start']}>
      <Tile icon="check" title={messages.checkInTitle}>
        <form {...form} className={styles['form']}>
          <TextField
            label={messages.yourCode}
            hint={messages.codeHint}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <Button type="submit" size="lg" wide busy={checkIn.requesting}>
            {messages.checkIn}
          </Button>
        </form>
        <div ref={answer}>
          <div role="status">{result === undefined ? null : <Welcome result={result} />}</div>
          {checkIn.error === null ? null : (
            <Notice colour="danger" role="alert">
              <p>{checkIn.error.message}</p>
            </Notice>
          )}
        </div>
      </Tile>
      <Tile icon="search" title={messages.findTitle}>
        <OwnBookings
          venueSlug={venueSlug}
          onCheckIn={(code) => {
            checkIn.send({ venue: venueSlug, code })
          }}
        />
      </Tile>
      {bookId === undefined ? null : (
        <Tile icon="calendar" title={messages.bookTitle}>
          <TimesToday venueSlug={venueSlug} linkOf={linkOf} />
          <a className={buttonClass({ size: 'lg', wide: true })} href={`#${bookId}`}>
            {messages.bookNow}
          </a>
        </Tile>
      )}
    </div>
  )
}

/** Times displayed in the tile; the list of activities below has all. */
const maxTimes = 4

/** What can be booked here in the rest of the day: the next time of each activity, which leads to what books it. */
const TimesToday = ({ venueSlug, linkOf }: { venueSlug: string; linkOf: LinkOfTime }) => {
  const { data } = useDeferredRead(api.search.nextOfVenue, { venue: venueSlug })
  // A heading has the next time of an activity below it.
  const next = new Map(
    (data ?? []).flatMap((one) => (one.next === null ? [] : [[one.next.activitySlug, one.next]])),
  )
  const today = [...next.values()]
    .filter(({ difference }) => difference === 'today')
    .toSorted((one, other) => one.timestamp - other.timestamp)
    .slice(0, maxTimes)
  if (today.length === 0) return <p>{messages.bookText}</p>
  return (
    <>
      <p>{messages.nextToday}</p>
      <ul role="list" className={styles['times']}>
        {today.map((time) => (
          <li key={time.activitySlug}>
            <Link className={styles['time']} to={linkOf({ ...time, venueSlug })}>
              <b>{time.startsAt.format24Hour}</b> {time.name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

const Tile = ({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className={styles['tile']} aria-labelledby={id}>
      <h2 id={id} className={styles['title']}>
        <Icon name={icon} size={32} />
        {title}
      </h2>
      {children}
    </section>
  )
}

const Welcome = ({
  result: { firstName, title, startsAt, locationName, quantity },
}: {
  result: CheckedInSelf
}) => (
  <Notice colour="success" title={messages.welcome({ name: firstName })}>
    <p>
      {messages.sessionAt({ time: startsAt.format24Hour, session: title, location: locationName })}
      {quantity > 1 ? ` ${messages.people({ count: quantity })}` : ''}
    </p>
  </Notice>
)

/** The next bookings of the logged-in customer at this venue, each with a button to check in. */
const OwnBookings = ({ venueSlug, onCheckIn }: { venueSlug: string; onCheckIn: (code: string) => void }) => {
  const customer = useCustomer()
  const { path } = useScreen()
  const { data } = useDeferredRead(api.bookings.mine, { filter: 'future' }, { when: customer !== null })
  if (customer === null)
    return (
      <>
        <p>{messages.findText}</p>
        <Link className={buttonClass({ size: 'lg', wide: true })} to={loginModalPath(path)} stay>
          {messages.logIn}
        </Link>
      </>
    )
  const bookings = (data ?? []).filter((booking) => booking.venueSlug === venueSlug).slice(0, maxBookings)
  if (bookings.length === 0) return <p>{messages.noBookings}</p>
  return (
    <ul role="list" className={styles['bookings']}>
      {bookings.map(({ id, simpleName, item, accessCode, attended }) => (
        <li key={id}>
          <span>
            <strong>{simpleName}</strong>
            <span className={styles['when']}>
              {dayAndTime({
                day: item.date.raw,
                time: item.startsAt.format24Hour,
              })}
            </span>
          </span>
          {attended ? (
            <span>{messages.checkedIn}</span>
          ) : accessCode === null ? null : (
            <Button
              size="lg"
              aria-label={messages.checkInFor({ session: simpleName, time: item.startsAt.format24Hour })}
              onClick={() => {
                onCheckIn(accessCode)
              }}
            >
              {messages.checkIn}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
