import { describeNextPayment } from '#web/features/memberships/planCosts.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/join/welcome.ts'
import { buyMembership } from '#messages/join/plans.ts'
import { api } from '#web/platform/api.ts'
import { joinLinks } from '#web/platform/joinLinks.ts'
import { crossSiteUrl } from '#web/platform/links.ts'
import { definePage, notFound, redirect, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Card, Container } from '#web/ui/Layout.tsx'
import { requireCustomer } from './requireCustomer.ts'
import styles from './MemberPage.module.css'

/** Welcomes a new member: the membership, its start and the next payment. */
const load = requireCustomer(async ({ params, read }: LoaderArgs) => {
  const { joiningId = '' } = params as Readonly<Record<string, string>>
  if (!/^\d{1,9}$/.test(joiningId)) return notFound()
  const id = Number(joiningId)
  const [joining] = await Promise.all([
    read(api.memberships.joining, { id }),
    read(api.operator.config),
    read(api.customers.details),
  ])
  return joining.completeOrderId === null ? redirect(joinLinks.pay(id)) : { id, isChange: joining.isChange }
})

const titleOf = ({ isChange }: { isChange: boolean }): string =>
  isChange ? messages.membershipChanged : messages.youAreMember

const MemberPage = ({ data: { id } }: PageProps<typeof load>) => {
  const { data: joining } = useRead(api.memberships.joining, { id })
  const { data: config } = useRead(api.operator.config)
  const { data: details } = useRead(api.customers.details)
  const context = usePageContext()
  const { plan, status, startDate, reference, nextPayment, paymentMethod, dueToday } = joining
  const { bookings, myAccount } = config.sites
  const membership = { plan: plan.name, venue: plan.venueName, email: details.email }
  return (
    <Container narrow>
      <header className={styles['top']}>
        <span className={styles['mark']}>
          <Icon name="check" size={32} />
        </span>
        <h1 tabIndex={-1}>{titleOf(joining)}</h1>
        <p className={styles['lead']}>
          {status === 'pending'
            ? messages.startsOn({ ...membership, date: longDate(startDate) })
            : messages.activeNow(membership)}
        </p>
      </header>
      <Card>
        <dl className={styles['facts']}>
          <div>
            <dt>{messages.membershipNumber}</dt>
            <dd className={styles['reference']}>{reference}</dd>
          </div>
          <div>
            <dt>{messages.starts}</dt>
            <dd>{longDate(startDate)}</dd>
          </div>
          <div>
            <dt>{messages.paidToday}</dt>
            <dd>{dueToday.formatted}</dd>
          </div>
          <div>
            <dt>{messages.next}</dt>
            <dd>
              {nextPayment === null
                ? describePayments(plan)
                : messages.nextPaymentOn[paymentMethod]({
                    amount: nextPayment.amount.formatted,
                    day: longDate(nextPayment.on),
                  })}
            </dd>
          </div>
        </dl>
        {plan.benefits.length === 0 ? null : (
          <>
            <h2 className={styles['heading']}>{messages.benefits}</h2>
            <ul role="list" className={styles['benefits']}>
              {plan.benefits.map((benefit) => (
                <li key={benefit}>
                  <Icon name="check" size={18} />
                  {benefit}
                </li>
              ))}
            </ul>
          </>
        )}
        <div className={styles['ways']}>
          <a
            className={buttonClass({ size: 'lg' })}
            href={crossSiteUrl(bookings, `/location/${plan.venueSlug}`, context)}
          >
            {messages.bookActivity}
          </a>
          {myAccount === '' ? null : (
            <a
              className={buttonClass({ size: 'lg', variant: 'secondary' })}
              href={crossSiteUrl(myAccount, '/memberships', context)}
            >
              {messages.viewMembership}
            </a>
          )}
        </div>
      </Card>
    </Container>
  )
}

/** The next payment and those after it; that there is none, where there is none. */
const describePayments = (plan: Parameters<typeof describeNextPayment>[0]): string => {
  if (plan.nextPayment === null) return describeNextPayment(plan)
  const { on, amount } = plan.nextPayment
  const payment = { amount: amount.formatted, from: longDate(on) }
  return plan.billingPeriod === 'year'
    ? messages.yearly(payment)
    : messages.monthly({ ...payment, day: Number(on.slice(8)) })
}

export const page = definePage({
  load,
  title: titleOf,
  breadcrumbs: (data) => [{ label: buyMembership, to: joinLinks.home() }, { label: titleOf(data) }],
  Component: MemberPage,
})
