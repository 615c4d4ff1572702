import type { VisitPackage } from '#contract/packages.ts'
import { dayInWords } from '#contract/time.ts'
import { Badge } from '#web/ui/Layout.tsx'
import styles from './PackageCard.module.css'

const states = {
  active: { words: 'In use', colour: 'success' },
  used: { words: 'Used up', colour: 'plain' },
  expired: { words: 'Expired', colour: 'plain' },
} as const

/** A package of visits: how many are left, until when, and what the others were used for. */
export const PackageCard = ({
  bought,
  nameOf,
}: {
  bought: VisitPackage
  /** An activity by its slug, in words. */
  nameOf: (slug: string) => string
}) => {
  const { name, status, totalUses, usesLeft, boughtOn, expiresOn, validFor, usages } = bought
  const state = states[status]
  return (
    <article className={styles['card']} data-over={status === 'active' ? undefined : true}>
      <header className={styles['top']}>
        <h2>{name}</h2>
        <Badge colour={state.colour}>{state.words}</Badge>
      </header>
      <p className={styles['left']}>
        <strong>{usesLeft}</strong> of {totalUses} left
      </p>
      <ol className={styles['visits']} role="list" aria-hidden="true">
        {Array.from({ length: Math.min(totalUses, 40) }, (_, visit) => (
          <li key={visit} data-used={visit < totalUses - usesLeft || undefined} />
        ))}
      </ol>
      <p>
        Bought on {dayInWords(boughtOn)}. {status === 'expired' ? 'Ran out' : 'Good until'}{' '}
        {dayInWords(expiresOn)}.
      </p>
      {validFor.length === 0 ? null : <p>For {[...new Set(validFor.map(nameOf))].join(', ')}.</p>}
      {usages.length === 0 ? null : (
        <details className={styles['usages']}>
          <summary>What it was used for</summary>
          <ul>
            {usages.map((usage) => (
              <li key={`${usage.bookingId ?? ''} ${usage.usedOn} ${usage.name}`}>
                {dayInWords(usage.usedOn)}: {usage.name}
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  )
}
