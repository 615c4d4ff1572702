import type { DeskSession } from '#contract/attendance.ts'
import { endTime } from '#contract/time.ts'
import * as messages from '#messages/desk/attendance.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { Link } from '#web/platform/router.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { countLet, describeBlocks, describeWholeLet } from './blocks.ts'
import styles from './SessionTable.module.css'

/** The sessions of a day by time, with how many are booked and checked in. `now` is ms, `zone` the venue's. */
export const SessionTable = ({
  sessions,
  now,
  zone,
}: {
  sessions: readonly DeskSession[]
  now: number
  zone: string
}) => (
  <ol role="list" className={styles['list']}>
    {sessions.map((session) => {
      const { id, name, startsAt, begins, ends, locationName, cancelled } = session
      return (
        <li key={id}>
          <Link
            to={deskLinks.session(id)}
            className={`${styles['row'] ?? ''} ${isOver(session, now) ? (styles['over'] ?? '') : ''}`}
          >
            <span className={styles['time']}>
              {startsAt.format24Hour}
              <span className={styles['end']}>–{endTime(new Date(begins), new Date(ends), zone)}</span>
            </span>
            <span className={styles['what']}>
              <span className={styles['name']}>{cancelled ? <del>{name}</del> : name}</span>
              <span className={styles['where']}>{locationName}</span>
            </span>
            <span className={styles['badges']}>
              <StatusBadges session={session} now={now} />
            </span>
            <span className={styles['heads']}>
              <Heads session={session} />
            </span>
          </Link>
        </li>
      )
    })}
  </ol>
)

/** Who has booked and who has come; whom it is let to, where that is all of it. */
const Heads = ({ session }: { session: DeskSession }) => {
  const { cancelled, calledOff, capacity, booked, attended, absent } = session
  const people = booked + attended + absent
  const wholeLet = describeWholeLet(session)
  if (cancelled)
    return calledOff + people === 0 ? null : (
      <span className={styles['of']}>{messages.calledOffCount({ count: calledOff + people })}</span>
    )
  if (wholeLet !== null && people === 0) return <span className={styles['let']}>{wholeLet}</span>
  return (
    <>
      <span>
        <RichText message={messages.checkedInCount} count={<strong>{attended}</strong>} />
      </span>
      <span className={styles['of']}>{messages.bookedOf({ count: people, capacity })}</span>
    </>
  )
}

const isOver = ({ ends }: DeskSession, now: number): boolean => Date.parse(ends) <= now

const StatusBadges = ({ session, now }: { session: DeskSession; now: number }) => {
  const { begins, cancelled, capacity, booked, attended, absent, waiting, held, floorInUse } = session
  if (cancelled) return <Badge colour="danger">{messages.cancelled}</Badge>
  const isLet = describeWholeLet(session) !== null
  const isOn = Date.parse(begins) <= now && !isOver(session, now)
  return (
    <>
      {isOn ? <Badge colour="success">{messages.onNow}</Badge> : null}
      {!isLet && booked + attended + absent + countLet(session) >= capacity ? (
        <Badge colour="warning">{messages.full}</Badge>
      ) : null}
      {isLet ? null : describeBlocks(session).map((text) => <Badge key={text}>{text}</Badge>)}
      {floorInUse ? <Badge>{messages.floorInUse}</Badge> : null}
      {waiting > 0 ? <Badge colour="info">{messages.onWaitlist({ count: waiting })}</Badge> : null}
      {held > 0 ? <Badge>{messages.inBaskets({ count: held })}</Badge> : null}
      {absent > 0 ? <Badge colour="danger">{messages.absentCount({ count: absent })}</Badge> : null}
    </>
  )
}
