import type { AuditEntry, AuditFact } from '#contract/audit.ts'
import * as messages from '#messages/desk/auditLog.ts'
import { list } from '#messages/desk/securityLog.ts'
import { dateTime } from '#messages/format.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { Link } from '#web/platform/router.tsx'
import { LoggedName } from './LoggedName.tsx'
import styles from './SecurityLog.module.css'

/** Entries of the audit log, newest first. */
export const AuditLog = ({ entries, zone }: { entries: readonly AuditEntry[]; zone: string }) => (
  <ul role="list" className={styles['log']} aria-label={list}>
    {entries.map(({ id, at, act, actor, apiKey, customer, subject, facts }) => (
      <li key={id}>
        <div className={styles['what']}>
          <strong>{actName(act)}</strong>
          {subject === String(customer?.id) ? null : <Subject subject={subject} />}
        </div>
        <time dateTime={at}>{dateTime({ at: new Date(at), zone })}</time>
        <div className={styles['who']}>
          <span>{messages.by({ person: actor?.name ?? null, apiKey })}</span>
          {customer === null ? null : <LoggedName person={customer} label={messages.about(customer)} />}
        </div>
        {facts.length === 0 ? null : (
          <ul role="list" className={styles['facts']}>
            {facts.map((fact, place) => (
              <li key={`${place} ${fact.name}`}>{factText(fact)}</li>
            ))}
          </ul>
        )}
      </li>
    ))}
  </ul>
)

/** In words; what an earlier version wrote stands as it did. */
export const actName = (act: string): string =>
  (messages.acts as Readonly<Record<string, string>>)[act] ?? act

export const factText = ({ name, before, value }: AuditFact): string => {
  const named = messages.facts[name] ?? name
  return before === null
    ? messages.fact({ name: named, value })
    : messages.changed({ name: named, before, value })
}

/** Sessions have a page at the desk. */
const Subject = ({ subject }: { subject: string }) => {
  const [kind, id] = subject.split(':')
  if (subject === '') return null
  if (kind === 'session' && id !== undefined)
    return (
      <Link className={styles['link']} to={deskLinks.session(Number(id))}>
        <code>{subject}</code>
      </Link>
    )
  return <code>{subject}</code>
}
