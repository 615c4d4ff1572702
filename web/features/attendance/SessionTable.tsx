import type { DeskSession } from '#contract/attendance.ts'
import { deskLinks } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import styles from './SessionTable.module.css'

/** The day by time: what is on, where, how many are expected and have come. `now` is ms. */
export const SessionTable = ({ sessions, now }: { sessions: readonly DeskSession[]; now: number }) => (
  <ol role="list" className={styles['list']}>
    {sessions.map((session) => {
      const { id, name, startsAt, endsAt, locationName, capacity, booked, attended, absent } = session
      return (
        <li key={id}>
          <Link
            to={deskLinks.session(id)}
            className={`${styles['row'] ?? ''} ${isOver(session, now) ? (styles['over'] ?? '') : ''}`}
          >
            <span className={styles['time']}>
              {startsAt.format24Hour}
              <span className={styles['end']}>–{endsAt.format24Hour}</span>
            </span>
            <span className={styles['what']}>
              <span className={styles['name']}>{name}</span>
              <span className={styles['where']}>{locationName}</span>
            </span>
            <span className={styles['badges']}>
              <State session={session} now={now} />
            </span>
            <span className={styles['heads']}>
              <span>
                <strong>{attended}</strong> in
              </span>
              <span className={styles['of']}>
                {booked + attended + absent} of {capacity} booked
              </span>
            </span>
          </Link>
        </li>
      )
    })}
  </ol>
)

const isOver = ({ ends }: DeskSession, now: number): boolean => Date.parse(ends) <= now

const State = ({ session, now }: { session: DeskSession; now: number }) => {
  const { begins, cancelled, capacity, booked, attended, absent, waiting, held } = session
  if (cancelled) return <Badge colour="danger">Called off</Badge>
  const isOn = Date.parse(begins) <= now && !isOver(session, now)
  return (
    <>
      {isOn ? <Badge colour="success">On now</Badge> : null}
      {booked + attended + absent >= capacity ? <Badge colour="warning">No places left</Badge> : null}
      {waiting > 0 ? <Badge colour="info">{waiting} waiting</Badge> : null}
      {held > 0 ? <Badge>{held} in baskets</Badge> : null}
      {absent > 0 ? <Badge colour="danger">{absent} absent</Badge> : null}
    </>
  )
}
