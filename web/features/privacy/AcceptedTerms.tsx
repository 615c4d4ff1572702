import type { TermsAgreed } from '#contract/privacy.ts'
import { localDay } from '#contract/time.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/account/privacy.ts'
import { Card } from '#web/ui/Layout.tsx'
import styles from './Privacy.module.css'

/** The terms a customer has accepted, with the day and the occasion. */
export const AcceptedTerms = ({ terms, zone }: { terms: readonly TermsAgreed[]; zone: string }) => (
  <Card>
    <ul role="list" className={styles['terms']}>
      {terms.map(({ id, name, acceptedAt, how }) => (
        <li key={`${id} ${how}`}>
          <strong>{name}</strong>
          <span>{messages.accepted[how]({ date: longDate(localDay(new Date(acceptedAt), zone)) })}</span>
        </li>
      ))}
    </ul>
  </Card>
)
