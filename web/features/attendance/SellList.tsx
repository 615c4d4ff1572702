import { useId, useState, type ReactNode } from 'react'
import type { DeskSession } from '#contract/attendance.ts'
import { endTime } from '#contract/time.ts'
import * as messages from '#messages/desk/sale.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Layout.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { describeWholeLet } from './blocks.ts'
import styles from './SellList.module.css'

/** Rows visible before "Show more": what starts next is what most people at a desk ask for. */
const initialRows = 25

/**
 * The sessions that are not over, soonest first. Every word typed must match ("bad 18" finds badminton at 18:00); a row
 * opens to what `children` shows of it.
 */
export const SellList = ({
  sessions,
  zone,
  opened,
  inBasket,
  children,
}: {
  sessions: readonly DeskSession[]
  /** The session that is found and open at first. */
  opened?: DeskSession | undefined
  /** The venue's. */
  zone: string
  /** The bookable ids of what is in the sale. */
  inBasket: ReadonlySet<string>
  children: (session: DeskSession) => ReactNode
}) => {
  const [typed, setTyped] = useState(
    opened === undefined ? '' : `${opened.startsAt.format24Hour} ${opened.name} ${opened.locationName}`,
  )
  const [rowLimit, setRowLimit] = useState(initialRows)
  const [openId, setOpenId] = useState(opened?.id)
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = sessions.filter(({ name, activityName, locationName, startsAt }) => {
    const text = `${name} ${activityName} ${locationName} ${startsAt.format24Hour}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return (
    <div className={styles['sell']}>
      <TextField
        label={messages.findSession}
        name="find"
        type="search"
        autoComplete="off"
        placeholder={messages.findExample}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setRowLimit(initialRows)
          setOpenId(undefined)
        }}
      />
      <p role="status" className={styles['count']}>
        {messages.sessionsFound({ count: found.length })}
      </p>
      {found.length === 0 ? <Empty title={messages.noneFound} /> : null}
      <ol role="list" className={styles['list']}>
        {found.slice(0, rowLimit).map((session) => (
          <Row
            key={session.id}
            session={session}
            zone={zone}
            isInBasket={inBasket.has(session.bookableId)}
            isOpen={session.id === openId}
            onToggle={() => {
              setOpenId(session.id === openId ? undefined : session.id)
            }}
          >
            {children}
          </Row>
        ))}
      </ol>
      {found.length > rowLimit ? (
        <Button
          variant="secondary"
          size="lg"
          onClick={() => {
            setRowLimit(rowLimit + initialRows * 2)
          }}
        >
          {messages.showMore({ count: found.length - rowLimit })}
        </Button>
      ) : null}
    </div>
  )
}

const Row = ({
  session,
  zone,
  isInBasket,
  isOpen,
  onToggle,
  children,
}: {
  session: DeskSession
  zone: string
  isInBasket: boolean
  isOpen: boolean
  onToggle: () => void
  children: (session: DeskSession) => ReactNode
}) => {
  const id = useId()
  const { name, startsAt, begins, ends, locationName, spaces } = session
  return (
    <li className={styles['session']}>
      <button
        type="button"
        className={styles['row']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        <span className={styles['time']}>
          {startsAt.format24Hour}
          <span className={styles['end']}>–{endTime(new Date(begins), new Date(ends), zone)}</span>
        </span>
        <span className={styles['what']}>
          <span className={styles['name']}>{name}</span>
          <span className={styles['where']}>{locationName}</span>
        </span>
        <span className={spaces === 0 && !isInBasket ? styles['none'] : styles['left']}>
          {isInBasket
            ? messages.inSale
            : spaces === 0
              ? (describeWholeLet(session) ?? messages.full)
              : messages.placesLeft({ count: spaces })}
        </span>
      </button>
      <div id={id} className={styles['offer']} hidden={!isOpen}>
        {isOpen ? children(session) : null}
      </div>
    </li>
  )
}
