import type { SecurityEvent } from '#contract/security-events.ts'
import * as messages from '#messages/desk/securityLog.ts'
import { dateTime } from '#messages/format.ts'
import { Badge } from '#web/ui/Layout.tsx'
import { LoggedName } from './LoggedName.tsx'
import styles from './SecurityLog.module.css'

/** Entries of the security log, newest first. */
export const SecurityLog = ({ events, zone }: { events: readonly SecurityEvent[]; zone: string }) => (
  <ul role="list" className={styles['log']} aria-label={messages.list}>
    {events.map(({ id, at, times, event, person, account, network, route }) => (
      <li key={id}>
        <div className={styles['what']}>
          <strong>{messages.kinds[event]}</strong>
          {times > 1 ? <span>{messages.times({ count: times })}</span> : null}
          {event in messages.refusals ? <Badge colour="warning">{messages.refused}</Badge> : null}
        </div>
        <time dateTime={at}>{dateTime({ at: new Date(at), zone })}</time>
        <div className={styles['who']}>
          {person === null && account === null ? <span>{messages.unknownPerson}</span> : null}
          {person === null ? null : <LoggedName person={person} label={person.name} />}
          {account === null ? null : (
            <LoggedName
              person={account}
              label={person === null ? account.name : messages.forAccount({ name: account.name })}
            />
          )}
        </div>
        <div className={styles['where']}>
          {network === '' ? null : <span>{messages.network({ network })}</span>}
          <code>{route}</code>
        </div>
      </li>
    ))}
  </ul>
)
