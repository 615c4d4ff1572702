import type { PlanChange } from '#contract/memberships.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/account/planChange.ts'
import { close, failed } from '#messages/shared/membershipChanges.ts'
import { api } from '#web/platform/api.ts'
import { OperatorHtml } from '#web/platform/OperatorHtml.tsx'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField } from '#web/ui/Field.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './PlanChangeDialog.module.css'
import { describePlanChange } from './planChanges.ts'

/** Asks before the plan of a membership is changed: what is paid, from when, and its terms. */
export const PlanChangeDialog = ({
  membershipId,
  change,
  onClose,
  onPay,
  onPlanned,
}: {
  membershipId: number
  change: PlanChange
  onClose: () => void
  /** The difference is to be paid for. */
  onPay: (joiningId: number) => void
  onPlanned: () => void
}) => {
  const toasts = useToasts()
  const { plan, isNow, dueToday, on } = change
  const call = useCall(api.memberships.changePlan, {
    onSuccess: ({ joiningId }) => {
      if (joiningId !== null) return onPay(joiningId)
      const content = messages.planned({ plan: plan.name, date: longDate(on) })
      toasts.show({ content, colour: 'success', closeAfter: 10000 })
      onPlanned()
    },
  })
  const { error, validationMessages: errors } = call
  const form = useForm(call, ({ all }) => {
    call.send({ membershipId, planId: plan.id, terms: all('terms').map(Number) })
  })
  return (
    <Modal title={messages.choose({ plan: plan.name })} onClose={onClose} closeLabel={close}>
      <form {...form} className={styles['form']}>
        {describePlanChange(change).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {plan.terms.map(({ id, name, html }) => (
          <div key={id} className={styles['terms']}>
            <details>
              <summary>{messages.readTerms({ terms: name })}</summary>
              <OperatorHtml html={html} />
            </details>
            <CheckField name="terms" value={id} required errors={errors['terms']}>
              {messages.acceptTerms({ terms: name })}
            </CheckField>
          </div>
        ))}
        {error === null || errors['terms'] !== undefined ? null : (
          <Notice colour="danger" role="alert">
            <p>{error.serverMessage ?? failed}</p>
          </Notice>
        )}
        <div className={styles['buttons']}>
          <Button variant="secondary" onClick={onClose}>
            {messages.back}
          </Button>
          <Button type="submit" busy={call.requesting}>
            {isNow && dueToday.raw > 0 ? messages.pay({ amount: dueToday.formatted }) : messages.confirm}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
