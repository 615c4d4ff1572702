import type { ReactNode } from 'react'
import type { Membership } from '#contract/memberships.ts'
import { longDate } from '#messages/shared/dates.ts'
import { list } from '#messages/format.ts'
import * as messages from '#messages/shared/memberships.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { ItemCard } from '#web/ui/ItemCard.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { MembershipChanges } from './MembershipChanges.tsx'
import styles from './MembershipCard.module.css'

const colours = {
  awaiting_payment: 'warning',
  pending: 'info',
  active: 'success',
  frozen: 'info',
  ended: 'plain',
} as const

/** One membership with its members, price, next payment and benefits. */
export const MembershipCard = ({
  membership,
  payTo,
  selectedUserId,
}: {
  membership: Membership
  /** Where the holder pays a payment that failed; left out at the desk. */
  payTo?: string
  /** The customer whose membership it is, at the desk. */
  selectedUserId?: number
}) => {
  const { name, status, reference, venueName, price, billingPeriod, benefits, members } = membership
  // Frozen until this is paid, whatever the dates of a freeze say.
  const isOwed = membership.failedPayment?.triedAgainOn === null
  return (
    <ItemCard
      title={name}
      status={messages.status[status]}
      colour={colours[status]}
      isInactive={status === 'ended'}
      className={styles['card']}
      aside={
        <p className={styles['price']}>
          <RichText message={messages.price[billingPeriod]} amount={<strong>{price.formatted}</strong>} />
        </p>
      }
    >
      {membership.failedPayment === null ? null : (
        // Other members do not find it among their payments.
        <FailedPayment
          failedPayment={membership.failedPayment}
          hasFreeze={membership.frozenFrom !== null}
          goesOn={membership.endsOn === null}
          payTo={membership.changes === null ? undefined : payTo}
        />
      )}
      <dl className={styles['facts']}>
        <Fact name={messages.reference}>{reference}</Fact>
        <Fact name={messages.venue}>{venueName}</Fact>
        <Fact name={status === 'pending' ? messages.starts : messages.started}>
          {longDate(membership.startsOn)}
        </Fact>
        {membership.endsOn === null ? null : (
          <Fact name={status === 'ended' ? messages.ended : messages.ends}>
            {longDate(membership.endsOn)}
          </Fact>
        )}
        {membership.frozenUntil === null || status !== 'frozen' || isOwed ? null : (
          <Fact name={messages.frozenUntil}>{longDate(membership.frozenUntil)}</Fact>
        )}
        {membership.nextBillingOn === null ? null : (
          <Fact name={messages.nextPayment}>
            {messages.nextPaymentBy({
              date: longDate(membership.nextBillingOn),
              method: membership.paymentMethod,
            })}
          </Fact>
        )}
        {membership.changes?.card === undefined || membership.changes.card === null ? null : (
          <Fact name={messages.paidFrom}>{describeCard(membership.changes.card)}</Fact>
        )}
        <Fact name={messages.members({ count: members.length })}>
          {list(members.map(({ firstName, lastName }) => `${firstName} ${lastName}`))}
        </Fact>
      </dl>
      {benefits.length === 0 ? null : (
        <div className={styles['benefits']}>
          <h3>{messages.benefits}</h3>
          <ul>
            {benefits.map((benefit) => (
              <li key={benefit.id}>
                <strong>{benefit.name}</strong>
                {benefit.description === '' ? null : <>: {benefit.description}</>}
                {(status === 'active' ? usageOf(benefit, members) : []).map((text) => (
                  <span key={text} className={styles['usage']}>
                    {text}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </div>
      )}
      <MembershipChanges membership={membership} selectedUserId={selectedUserId} />
    </ItemCard>
  )
}

const describeCard = ({ expiry, ...card }: NonNullable<NonNullable<Membership['changes']>['card']>): string =>
  messages.paidFromCard({ ...card, expiry: `${expiry.slice(0, 2)}/${expiry.slice(2)}` })

/** `3 of 10 used this month`; by name where there are several members. */
const usageOf = (
  { allowance }: Membership['benefits'][number],
  members: Membership['members'],
): readonly string[] =>
  allowance === null
    ? []
    : members.map(({ userId, firstName }) => {
        const { uses, period } = allowance
        const used = allowance.used.find((one) => one.userId === userId)?.uses ?? 0
        const text = messages.benefitUsed({ used, uses, period })
        return members.length === 1 ? text : messages.benefitUsedBy({ name: firstName, text })
      })

const FailedPayment = ({
  failedPayment: { amount, triedAgainOn },
  hasFreeze,
  goesOn,
  payTo,
}: {
  failedPayment: NonNullable<Membership['failedPayment']>
  /** It may stay frozen after the payment. */
  hasFreeze: boolean
  /** There are later payments. */
  goesOn: boolean
  payTo: string | undefined
}) => (
  <Notice
    colour={triedAgainOn === null ? 'danger' : 'warning'}
    title={messages.paymentFailed({ amount: amount.formatted })}
  >
    <p>
      {triedAgainOn === null
        ? messages.frozenUntilPaid
        : messages.retriedOn({ date: longDate(triedAgainOn) })}
    </p>
    {triedAgainOn !== null || payTo === undefined ? null : (
      <>
        {goesOn ? <p>{messages.laterFromCard}</p> : null}
        <p>
          <Link className={buttonClass()} to={payTo}>
            {(hasFreeze ? messages.payFailed : messages.payToUnfreeze)({ amount: amount.formatted })}
          </Link>
        </p>
      </>
    )}
  </Notice>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
