import type { VisitPackage } from '#contract/packages.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/account/packages.ts'
import { ItemCard } from '#web/ui/ItemCard.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './PackageCard.module.css'

const colours = { active: 'success', used: 'plain', expired: 'plain' } as const

const maximumDots = 40

/** A package of prepaid visits: how many are left, until when, and what the used ones were for. */
export const PackageCard = ({ visitPackage }: { visitPackage: VisitPackage }) => {
  const { name, status, totalUses, usesLeft, boughtOn, expiresOn, activityNames, usages } = visitPackage
  const dates = { bought: longDate(boughtOn), until: longDate(expiresOn) }
  return (
    <ItemCard
      title={name}
      status={messages.status[status]}
      colour={colours[status]}
      isInactive={status !== 'active'}
      className={styles['card']}
    >
      <p className={styles['visits-left']}>
        <RichText message={messages.visitsLeft({ total: totalUses })} left={<strong>{usesLeft}</strong>} />
      </p>
      <ol className={styles['visits']} role="list" aria-hidden="true">
        {Array.from({ length: Math.min(totalUses, maximumDots) }, (_, visit) => (
          <li key={visit} data-used={visit < totalUses - usesLeft || undefined} />
        ))}
      </ol>
      <p>{status === 'expired' ? messages.boughtAndExpired(dates) : messages.boughtAndValid(dates)}</p>
      {activityNames.length === 0 ? null : <p>{messages.validFor({ activities: activityNames })}</p>}
      {usages.length === 0 ? null : (
        <details className={styles['history']}>
          <summary>{messages.history}</summary>
          <ul>
            {usages.map((usage) => (
              <li key={`${usage.bookingId ?? ''} ${usage.usedOn} ${usage.name}`}>
                {messages.usedOn({ date: longDate(usage.usedOn), name: usage.name })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </ItemCard>
  )
}
