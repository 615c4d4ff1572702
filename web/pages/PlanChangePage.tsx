import { useState } from 'react'
import type { PlanChange } from '#contract/memberships.ts'
import { PlanChangeDialog } from '#web/features/memberships/PlanChangeDialog.tsx'
import { describePlanChange } from '#web/features/memberships/planChanges.ts'
import * as messages from '#messages/account/planChange.ts'
import { api } from '#web/platform/api.ts'
import { joinLinks } from '#web/platform/joinLinks.ts'
import { accountLinks, crossSiteUrl } from '#web/platform/links.ts'
import { definePage, notFound, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card, Empty, PageHeading } from '#web/ui/Layout.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './PlanChangePage.module.css'
import { requireCustomer } from './requireCustomer.ts'

/** The plans that a membership may change to, for its payer. */
const load = requireCustomer(async ({ params, read }: LoaderArgs) => {
  const { membershipId = '' } = params as Readonly<Record<string, string>>
  const memberships = await read(api.memberships.mine)
  const membership = memberships.find(({ id, changes }) => String(id) === membershipId && changes !== null)
  if (membership === undefined) return notFound()
  await Promise.all([
    read(api.memberships.planChanges, { membershipId: membership.id }),
    read(api.operator.config),
  ])
  return { membership }
})

const PlanChangePage = ({ data: { membership } }: PageProps<typeof load>) => {
  const { data: changes } = useRead(api.memberships.planChanges, { membershipId: membership.id })
  const { data: config } = useRead(api.operator.config)
  const context = usePageContext()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<PlanChange>()
  const { name: plan, price } = membership
  return (
    <>
      <PageHeading>{messages.title({ plan })}</PageHeading>
      {changes.length === 0 ? (
        <Empty title={messages.none}>
          <p>{messages.noneHelp}</p>
          <Link className={buttonClass({ variant: 'secondary' })} to={accountLinks.memberships()}>
            {messages.back}
          </Link>
        </Empty>
      ) : (
        <>
          <p className={styles['lead']}>{messages.lead({ plan, price: price.formatted })}</p>
          <ul role="list" className={styles['plans']}>
            {changes.map((change) => (
              <li key={change.plan.id}>
                <PlanOption
                  change={change}
                  onChoose={() => {
                    setChosen(change)
                  }}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {chosen === undefined ? null : (
        <PlanChangeDialog
          membershipId={membership.id}
          change={chosen}
          onClose={() => {
            setChosen(undefined)
          }}
          onPay={(joiningId) => {
            location.assign(crossSiteUrl(config.sites.onlineJoining, joinLinks.pay(joiningId), context))
          }}
          onPlanned={() => {
            void navigate(accountLinks.memberships(), { replace: true })
          }}
        />
      )}
    </>
  )
}

const PlanOption = ({ change, onChoose }: { change: PlanChange; onChoose: () => void }) => {
  const { plan } = change
  return (
    <Card className={styles['plan']}>
      <h2>{plan.name}</h2>
      <p>{plan.description}</p>
      <p>
        <RichText message={messages.price} amount={<strong>{plan.price.formatted}</strong>} />
      </p>
      <ul className={styles['benefits']} aria-label={messages.benefitsOf({ plan: plan.name })}>
        {plan.benefits.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
      {describePlanChange(change).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Button onClick={onChoose}>{messages.choose({ plan: plan.name })}</Button>
    </Card>
  )
}

export const page = definePage({
  load,
  title: ({ membership: { name: plan } }) => messages.title({ plan }),
  breadcrumbs: ({ membership: { name: plan } }) => [
    { label: messages.memberships, to: accountLinks.memberships() },
    { label: messages.title({ plan }) },
  ],
  Component: PlanChangePage,
})
