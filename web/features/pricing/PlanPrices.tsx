import { useState } from 'react'
import { formatted } from '#contract/money.ts'
import type { ListedPlan } from '#contract/plan-prices.ts'
import * as messages from '#messages/desk/prices.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Table } from '#web/ui/Table.tsx'
import { ChangePlanPrice } from './ChangePlanPrice.tsx'
import { ComingSteps, useTakingBack } from './ComingSteps.tsx'
import styles from './Prices.module.css'

/** What membership plans cost, with the prices that begin on a day to come. */
export const PlanPrices = ({ symbol }: { symbol: string }) => {
  const { data } = useRead(api.planPrices.list)
  const [chosen, setChosen] = useState<ListedPlan | null>(null)
  if (data.plans.length === 0) return null
  return (
    <section className={styles['plans']}>
      <h2>{messages.plans}</h2>
      <p>{messages.plansLead}</p>
      <Table<ListedPlan>
        name={messages.plans}
        form="stack"
        rows={data.plans}
        rowKey={({ id }) => id}
        columns={[
          { heading: messages.planColumns.plan, isRowHeading: true, cell: ({ name }) => name },
          {
            heading: messages.planColumns.now,
            isFigure: true,
            cell: ({ price, billingPeriod }) =>
              price === 0
                ? messages.free
                : messages.planPrice({ price: formatted(price, symbol), period: billingPeriod }),
          },
          {
            heading: messages.planColumns.next,
            cell: (plan) => <ComingPlanPrices plan={plan} symbol={symbol} canSet={data.canSet} />,
          },
          { heading: messages.planColumns.members, isFigure: true, cell: messages.membersOf },
          ...(data.canSet
            ? [
                {
                  heading: messages.planColumns.act,
                  cell: (plan: ListedPlan) => (
                    <Button
                      variant="secondary"
                      aria-label={messages.changePlanNamed({ plan: plan.name })}
                      onClick={() => {
                        setChosen(plan)
                      }}
                    >
                      {messages.changePlan}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {chosen === null ? null : (
        <ChangePlanPrice
          plan={chosen}
          today={data.today}
          symbol={symbol}
          onClose={() => {
            setChosen(null)
          }}
        />
      )}
    </section>
  )
}

const ComingPlanPrices = ({
  plan,
  symbol,
  canSet,
}: {
  plan: ListedPlan
  symbol: string
  canSet: boolean
}) => {
  const taking = useTakingBack()
  const end = useCall(api.planPrices.end, taking.outcome)
  return (
    <ComingSteps
      name={plan.name}
      steps={plan.steps}
      symbol={symbol}
      canEnd={canSet}
      taking={taking}
      busy={end.requesting}
      effectOf={({ price }) =>
        messages.planTakenBackEffect({ plan: plan.name, price: formatted(price, symbol) })
      }
      onEnd={({ id }) => {
        end.send({ planStepId: id })
      }}
    />
  )
}
