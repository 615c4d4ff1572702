import { useState } from 'react'
import * as messages from '#messages/desk/attendance.ts'
import { dateTime } from '#messages/format.ts'
import { api } from '#web/platform/api.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { FormError } from '#web/ui/FormError.tsx'
import styles from './SessionHistory.module.css'

/** Who did what with a session, and when. It is read once somebody opens it. */
export const SessionHistory = ({ sessionId, zone }: { sessionId: number; zone: string }) => {
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useDeferredRead(api.attendance.sessionHistory, { sessionId }, { when: isOpen })
  const now = useServerNow(60_000)
  return (
    <details
      className={styles['history']}
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
      }}
    >
      <summary className={styles['title']}>{messages.history}</summary>
      <FormError error={error} />
      {data === undefined ? null : data.length === 0 ? (
        <p>{messages.noHistory}</p>
      ) : (
        <ol role="list" className={styles['acts']}>
          {data.map(({ id, at, person, text }) => (
            <li key={id}>
              <span className={styles['when']}>
                {messages.historyBy({
                  at: dateTime({ at: new Date(at), zone, now: new Date(now) }),
                  person: person === '' ? messages.program : person,
                })}
              </span>{' '}
              {text}
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}
