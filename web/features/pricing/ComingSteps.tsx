import { useState } from 'react'
import { formatted } from '#contract/money.ts'
import * as messages from '#messages/desk/prices.ts'
import type { ApiError } from '#web/platform/api.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Aside } from '#web/ui/Table.tsx'
import styles from './Prices.module.css'

type Step = { id: number; fromDay: string; price: number; inFiles?: number | null }

/** Which step is about to be taken back, and what follows when the call has ended. */
export const useTakingBack = () => {
  const toasts = useToasts()
  const [chosen, setChosen] = useState<Step | null>(null)
  return {
    chosen,
    choose: setChosen,
    outcome: {
      onSuccess: () => {
        toasts.show({ content: messages.takenBack, colour: 'success', closeAfter: 5000 })
        setChosen(null)
      },
      onFailure: (error: ApiError) => {
        toasts.failure(error)
        setChosen(null)
      },
    },
  }
}

/** Prices that begin on a day to come, each with the button that takes it back. */
export const ComingSteps = ({
  name,
  steps,
  symbol,
  canEnd,
  taking: { chosen, choose },
  busy,
  effectOf,
  onEnd,
}: {
  /** Of what costs so much then. */
  name: string
  steps: readonly Step[]
  symbol: string
  canEnd: boolean
  taking: ReturnType<typeof useTakingBack>
  busy: boolean
  effectOf: (step: Step) => string
  onEnd: (step: Step) => void
}) => {
  if (steps.length === 0) return null
  return (
    <>
      <ul className={styles['steps']}>
        {steps.map((step) => {
          const amount = { price: formatted(step.price, symbol), day: step.fromDay }
          const { inFiles = null } = step
          return (
            <li key={step.id}>
              <span>
                {messages.priceFrom(amount)}
                {inFiles === null || inFiles === step.price ? null : (
                  <Aside>{messages.filesSay({ price: formatted(inFiles, symbol) })}</Aside>
                )}
              </span>
              {canEnd ? (
                <Button
                  variant="secondary"
                  aria-label={`${name}: ${messages.takeBackPrice(amount)}`}
                  onClick={() => {
                    choose(step)
                  }}
                >
                  {messages.takeBack}
                </Button>
              ) : null}
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
          busy={busy}
          onConfirm={() => {
            onEnd(chosen)
          }}
          onClose={() => {
            choose(null)
          }}
        >
          {effectOf(chosen)}
        </ConfirmDialog>
      )}
    </>
  )
}
