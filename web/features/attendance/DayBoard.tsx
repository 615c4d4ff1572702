import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Board } from '#contract/attendance.ts'
import { localMinutes, time } from '#contract/time.ts'
import * as messages from '#messages/desk/board.ts'
import {
  calledOffCount,
  cancelled,
  floorInUse,
  full,
  inBaskets,
  onNow,
  onWaitlist,
} from '#messages/desk/attendance.ts'
import { fullDay } from '#messages/format.ts'
import { Link } from '#web/platform/router.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { countLet, describeBlocks, describeWholeLet } from './blocks.ts'
import { nextSpot, rowMinutes, spotsOf, type BoardItem, type BoardLayout } from './boardLayout.ts'
import styles from './DayBoard.module.css'

type Session = Board['sessions'][number]

/**
 * The day as a table: a column for each place, a row for each quarter of an hour. It is one tab stop; arrow keys go from
 * session to session. `now` is ms.
 */
export const DayBoard = ({
  board: { date },
  layout,
  now,
  linkTo,
}: {
  board: Pick<Board, 'date'>
  layout: BoardLayout
  now: number
  /** The page with the details of a session. */
  linkTo: (sessionId: number) => string
}) => {
  const table = useRef<HTMLTableElement>(null)
  const spots = spotsOf(layout)
  const [active, setActive] = useState<string>()
  const focusable = spots.find(({ key }) => key === active) ?? firstFrom(spots, layout, now)
  const move = (event: KeyboardEvent): void => {
    if (focusable === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const next = nextSpot(spots, focusable, event.key)
    if (next === undefined) return
    event.preventDefault()
    table.current?.querySelector<HTMLElement>(`[data-spot="${next.key}"]`)?.focus()
  }
  const { rows, from, columns } = layout
  const zone = date.tz
  const nowRow = (now - from) / (rowMinutes * 60_000)
  const isNowIn = nowRow >= 0 && nowRow <= rows
  // By script: the policy of the site allows no style in the page's text.
  useLayoutEffect(() => {
    table.current?.style.setProperty('--now', String(nowRow))
  }, [nowRow])
  return (
    <div className={styles['scroll']}>
      <table
        ref={table}
        className={styles['board']}
        aria-label={messages.boardOf({ day: fullDay(date.raw) })}
        data-now={isNowIn ? '' : undefined}
      >
        <thead>
          <tr>
            <th scope="col" className={styles['corner']}>
              <span className="visually-hidden">{messages.time}</span>
            </th>
            {columns.map(({ place, lanes }) => (
              <th key={place.id} scope="col" colSpan={lanes.length} className={styles['place']}>
                {place.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => {
            const at = new Date(from + row * rowMinutes * 60_000)
            const isHour = localMinutes(at, zone) % 60 === 0
            return (
              <tr key={row}>
                <th scope="row" className={styles['time']} data-hour={isHour ? '' : undefined}>
                  <span className={isHour ? undefined : 'visually-hidden'}>
                    {time(at, zone).format24Hour}
                  </span>
                </th>
                {columns.map(({ place, lanes }) =>
                  lanes.map((lane, index) => {
                    const cell = lane.find((one) => one.row === row)
                    if (cell === undefined) return null
                    return (
                      <td
                        key={`${place.id}-${index}`}
                        rowSpan={cell.rows}
                        data-first={index === 0 ? '' : undefined}
                      >
                        {cell.item === null ? null : (
                          <Item
                            item={cell.item}
                            now={now}
                            tabIndex={cell.item.key === focusable?.key ? 0 : -1}
                            linkTo={linkTo}
                            onFocus={setActive}
                            onKeyDown={move}
                          />
                        )}
                      </td>
                    )
                  }),
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Tab leads to what is on now, or begins next. */
const firstFrom = (spots: ReturnType<typeof spotsOf>, { from }: BoardLayout, now: number) => {
  const row = (now - from) / (rowMinutes * 60_000)
  return spots.filter((spot) => spot.row + spot.rows > row).toSorted((a, b) => a.row - b.row)[0] ?? spots[0]
}

const Item = ({
  item,
  now,
  tabIndex,
  linkTo,
  onFocus,
  onKeyDown,
}: {
  item: BoardItem
  now: number
  tabIndex: number
  linkTo: (sessionId: number) => string
  onFocus: (key: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}) => {
  if (item.kind === 'closure')
    return (
      <div className={styles['closure']}>
        <span className={styles['note']}>
          <State icon="lock">{messages.closed({ reason: item.closure.publicReason })}</State>
        </span>
      </div>
    )
  if (item.kind === 'hire')
    return (
      <div className={styles['hire']}>
        <span className={styles['name']}>{item.hire.hirer}</span>
        <span className={styles['when']}>
          {messages.fromTo({ start: item.hire.startsAt.format24Hour, end: item.hire.endsAt.format24Hour })}
        </span>
        <span className={styles['note']}>
          <State icon="people">{messages.hired(item.hire)}</State>
        </span>
      </div>
    )
  const { session } = item
  return (
    <Link
      to={linkTo(session.id)}
      stay
      className={styles['session']}
      tabIndex={tabIndex}
      data-spot={item.key}
      data-state={stateOf(session, now)}
      onKeyDown={onKeyDown}
      onFocus={() => {
        onFocus(item.key)
      }}
    >
      <SessionText session={session} now={now} />
    </Link>
  )
}

const countPeople = ({ booked, attended, absent }: Session): number => booked + attended + absent

const stateOf = (session: Session, now: number): 'off' | 'over' | 'let' | 'on' | 'full' | 'free' => {
  if (session.cancelled) return 'off'
  if (Date.parse(session.ends) <= now) return 'over'
  if (describeWholeLet(session) !== null) return 'let'
  if (Date.parse(session.begins) <= now) return 'on'
  return countPeople(session) + countLet(session) >= session.capacity ? 'full' : 'free'
}

const SessionText = ({ session, now }: { session: Session; now: number }) => {
  const { name, startsAt, endsAt, instructors, waiting, capacity, attended, calledOff, kind } = session
  const people = countPeople(session)
  const state = stateOf(session, now)
  const wholeLet = describeWholeLet(session)
  return (
    <>
      <span className={styles['name']}>{session.cancelled ? <del>{name}</del> : name}</span>
      <span className={styles['when']}>
        {messages.fromTo({ start: startsAt.format24Hour, end: endsAt.format24Hour })}
      </span>
      {session.cancelled ? (
        <span className={styles['note']}>
          <State icon="close">{cancelled}</State>
          {calledOff + people === 0 ? null : ` · ${calledOffCount({ count: calledOff + people })}`}
        </span>
      ) : wholeLet !== null && people === 0 ? (
        <span className={styles['note']}>
          <State icon="people">{wholeLet}</State>
        </span>
      ) : (
        <>
          <span className={styles['note']}>
            {kind === 'courts'
              ? messages.peopleOnCourt({ booked: people, checkedIn: attended })
              : messages.peopleIn({ booked: people, capacity, checkedIn: attended })}
          </span>
          {state === 'on' ? <State icon="clock">{onNow}</State> : null}
          {state === 'full' && kind !== 'courts' ? <State icon="people">{full}</State> : null}
          {instructors.length === 0 ? null : <span className={styles['note']}>{instructors.join(', ')}</span>}
          {describeBlocks(session).map((text) => (
            <State key={text} icon="lock">
              {text}
            </State>
          ))}
          {session.held > 0 ? <State icon="basket">{inBaskets({ count: session.held })}</State> : null}
          {waiting > 0 ? <State icon="clock">{onWaitlist({ count: waiting })}</State> : null}
          {session.floorInUse ? <State icon="alert">{floorInUse}</State> : null}
        </>
      )}
    </>
  )
}

/** A state is told by its words and its sign, not by colour alone. */
const State = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <span className={styles['state']}>
    <Icon name={icon} size={14} /> {children}
  </span>
)
