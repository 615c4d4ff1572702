import type { Membership } from '#contract/memberships.ts'
import { Badge } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { dayInWords } from '#contract/time.ts'
import styles from './MembershipCard.module.css'

const states = {
  awaiting_payment: { words: 'Awaiting payment', colour: 'warning' },
  pending: { words: 'Starts soon', colour: 'info' },
  active: { words: 'Active', colour: 'success' },
  frozen: { words: 'Frozen', colour: 'info' },
  ended: { words: 'Ended', colour: 'plain' },
} as const

const periods = { month: 'a month', year: 'a year', once: '' } as const

/** One membership as its holder reads it: what it is, whom it is for, what it gives, what it costs and when. */
export const MembershipCard = ({ membership }: { membership: Membership }) => {
  const { name, status, reference, venueName, price, billingPeriod, benefits, members } = membership
  const state = states[status]
  return (
    <article className={styles['card']} data-ended={status === 'ended' || undefined}>
      <header className={styles['top']}>
        <h2>{name}</h2>
        <Badge colour={state.colour}>{state.words}</Badge>
        <p className={styles['price']}>
          {price.formatted} <span>{periods[billingPeriod]}</span>
        </p>
      </header>
      {membership.failedPayment === null ? null : <FailedPayment {...membership.failedPayment} />}
      <dl className={styles['facts']}>
        <Fact name="Number">{reference}</Fact>
        <Fact name="Venue">{venueName}</Fact>
        <Fact name={status === 'pending' ? 'Starts' : 'Since'}>{dayInWords(membership.startsOn)}</Fact>
        {membership.endsOn === null ? null : (
          <Fact name={status === 'ended' ? 'Ended' : 'Ends'}>{dayInWords(membership.endsOn)}</Fact>
        )}
        {membership.frozenUntil === null ? null : (
          <Fact name="Frozen until">{dayInWords(membership.frozenUntil)}</Fact>
        )}
        {membership.nextBillingOn === null ? null : (
          <Fact name="Next payment">
            {dayInWords(membership.nextBillingOn)}, by {methodInWords(membership.paymentMethod)}
          </Fact>
        )}
        <Fact name={members.length === 1 ? 'Member' : 'Members'}>
          {members.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ')}
        </Fact>
      </dl>
      {benefits.length === 0 ? null : (
        <div className={styles['benefits']}>
          <h3>What it gives you</h3>
          <ul>
            {benefits.map((benefit) => (
              <li key={benefit.id}>
                <strong>{benefit.name}</strong>
                {benefit.description === '' ? null : <>: {benefit.description}</>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </article>
  )
}

const FailedPayment = ({ amount, triedAgainOn }: NonNullable<Membership['failedPayment']>) => (
  <Notice
    colour={triedAgainOn === null ? 'danger' : 'warning'}
    title={`${amount.formatted} could not be collected.`}
  >
    <p>
      {triedAgainOn === null
        ? 'The membership is frozen until this is paid. It stands among the penalties, and is paid like one.'
        : `It is tried again on ${dayInWords(triedAgainOn)}.`}
    </p>
  </Notice>
)

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const methodInWords = (method: string): string =>
  method === 'direct_debit' ? 'Direct Debit' : method.replaceAll('_', ' ')
