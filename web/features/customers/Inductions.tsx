import { useState } from 'react'
import type { Inductions as InductionsOfCustomer } from '#contract/customers.ts'
import { localDay } from '#contract/time.ts'
import { fullDay } from '#messages/format.ts'
import * as messages from '#messages/desk/inductions.ts'
import { api } from '#web/platform/api.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Section } from '#web/ui/Layout.tsx'
import styles from './Inductions.module.css'

type Given = InductionsOfCustomer['given'][number]

/** The inductions a customer has had; staff record another one, or take back one recorded by mistake. */
export const Inductions = ({ customerId, timezone }: { customerId: number; timezone: string }) => {
  const {
    data: { given, others },
  } = useRead(api.customers.inductions, { customerId })
  const [withdrawing, setWithdrawing] = useState<Given>()
  if (given.length + others.length === 0) return null
  return (
    <Section title={messages.inductions}>
      {given.length === 0 ? null : (
        <ul role="list" className={styles['list']}>
          {given.map((induction) => (
            <li key={induction.id} className={styles['row']}>
              <span>
                <strong>{induction.name}</strong>{' '}
                <span className={styles['when']}>
                  {messages.givenOn({ day: fullDay(induction.givenOn), byAttending: induction.byAttending })}
                </span>
              </span>
              <Button
                variant="secondary"
                aria-label={messages.takeBackOne({ name: induction.name })}
                onClick={() => {
                  setWithdrawing(induction)
                }}
              >
                {messages.takeBack}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others.length === 0 ? null : (
        <details className={styles['give']}>
          <summary>{messages.recordOne}</summary>
          <GiveForm key={others.length} customerId={customerId} timezone={timezone} others={others} />
        </details>
      )}
      {withdrawing === undefined ? null : (
        <Withdraw
          customerId={customerId}
          induction={withdrawing}
          onClose={() => {
            setWithdrawing(undefined)
          }}
        />
      )}
    </Section>
  )
}

const GiveForm = ({
  customerId,
  timezone,
  others,
}: {
  customerId: number
  timezone: string
  others: InductionsOfCustomer['others']
}) => {
  const { clock } = usePageContext()
  const toasts = useToasts()
  const [restrictionId, setRestrictionId] = useState(others[0]?.id ?? 0)
  const [givenOn, setGivenOn] = useState(localDay(new Date(clock.now()), timezone))
  const give = useCall(api.customers.giveInduction, {
    onSuccess: () => {
      toasts.show({ content: messages.recorded, colour: 'success', closeAfter: 5000 })
    },
  })
  const form = useForm(give, () => {
    give.send({ customerId, restrictionId, givenOn })
  })
  return (
    <form {...form} className={styles['form']}>
      <FormError error={give.error} />
      <SelectField
        label={messages.induction}
        name="restrictionId"
        value={String(restrictionId)}
        errors={give.validationMessages['restrictionId']}
        onInput={(event) => {
          setRestrictionId(Number(event.currentTarget.value))
        }}
      >
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={messages.day}
        name="givenOn"
        type="date"
        value={givenOn}
        errors={give.validationMessages['givenOn']}
        onInput={(event) => {
          setGivenOn(event.currentTarget.value)
        }}
      />
      <Button type="submit" busy={give.requesting}>
        {messages.record}
      </Button>
    </form>
  )
}

const Withdraw = ({
  customerId,
  induction,
  onClose,
}: {
  customerId: number
  induction: Given
  onClose: () => void
}) => {
  const toasts = useToasts()
  const withdraw = useCall(api.customers.withdrawInduction, {
    onSuccess: () => {
      toasts.show({ content: messages.takenBack, colour: 'success', closeAfter: 5000 })
      onClose()
    },
    onFailure: (error) => {
      toasts.failure(error)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={messages.takeBackOne({ name: induction.name })}
      label={messages.takeBack}
      cancelLabel={messages.keep}
      busy={withdraw.requesting}
      onConfirm={() => {
        withdraw.send({ customerId, restrictionId: induction.id })
      }}
      onClose={onClose}
    >
      {messages.takeBackEffect}
    </ConfirmDialog>
  )
}
