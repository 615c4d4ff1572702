import type { TermsAgreed as Agreed } from '#contract/privacy.ts'
import { dayInWords, localDay } from '#contract/time.ts'
import { Card } from '#web/ui/Layout.tsx'
import styles from './Privacy.module.css'

const occasions = {
  registering: 'when you registered',
  booking: 'when you last booked',
  joining: 'when you joined',
} as const

/** The terms somebody agreed to, with the day. */
export const AcceptedTerms = ({ terms, zone }: { terms: readonly Agreed[]; zone: string }) => (
  <Card>
    <ul role="list" className={styles['terms']}>
      {terms.map(({ id, name, acceptedAt, how }) => (
        <li key={`${id} ${how}`}>
          <strong>{name}</strong>
          <span>
            {dayInWords(localDay(new Date(acceptedAt), zone))}, {occasions[how]}
          </span>
        </li>
      ))}
    </ul>
  </Card>
)
