import { useState } from 'react'
import type { ListedPrice } from '#contract/price-steps.ts'
import { formatted } from '#contract/money.ts'
import { daysAfter } from '#contract/time.ts'
import * as messages from '#messages/desk/prices.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Aside } from '#web/ui/Table.tsx'
import { nameOf, priceAt } from './priceList.ts'
import styles from './Prices.module.css'

/** The prices that begin on a day to come, each with the button that takes it back. */
export const ComingPrices = ({ price, symbol }: { price: ListedPrice; symbol: string }) => {
  const toasts = useToasts()
  const [chosen, setChosen] = useState<ListedPrice['steps'][number] | null>(null)
  const end = useCall(api.priceSteps.end, {
    onSuccess: () => {
      toasts.show({ content: messages.takenBack, colour: 'success', closeAfter: 5000 })
      setChosen(null)
    },
    onFailure: (error) => {
      toasts.failure(error)
      setChosen(null)
    },
  })
  if (price.steps.length === 0) return null
  return (
    <>
      <ul className={styles['steps']}>
        {price.steps.map((step) => {
          const amount = { price: formatted(step.price, symbol), day: step.fromDay }
          return (
            <li key={step.id}>
              <span>
                {messages.priceFrom(amount)}
                {step.inFiles === null || step.inFiles === step.price ? null : (
                  <Aside>{messages.filesSay({ price: formatted(step.inFiles, symbol) })}</Aside>
                )}
              </span>
              <Button
                variant="secondary"
                aria-label={`${nameOf(price)}: ${messages.takeBackPrice(amount)}`}
                onClick={() => {
                  setChosen(step)
                }}
              >
                {messages.takeBack}
              </Button>
            </li>
          )
        })}
      </ul>
      {chosen === null ? null : (
        <ConfirmDialog
          title={messages.takeBackTitle}
          label={messages.takeBackPrice({ price: formatted(chosen.price, symbol), day: chosen.fromDay })}
          cancelLabel={messages.leaveIt}
          size="lg"
          busy={end.requesting}
          onConfirm={() => {
            end.send({ stepId: chosen.id })
          }}
          onClose={() => {
            setChosen(null)
          }}
        >
          {messages.takeBackEffect({
            name: nameOf(price),
            before: formatted(chosen.price, symbol),
            after: formatted(priceAt(price, daysAfter(chosen.fromDay, -1)), symbol),
          })}
        </ConfirmDialog>
      )}
    </>
  )
}
