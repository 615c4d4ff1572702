import { useState, type ReactNode } from 'react'
import type { Hire } from '#contract/hireTypes.ts'
import * as messages from '#messages/desk/hirers.ts'
import { api } from '#web/platform/api.ts'
import type { ApiError } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Badge, Card } from '#web/ui/Layout.tsx'
import type { BadgeColour } from '#web/ui/Layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Table } from '#web/ui/Table.tsx'
import { InvoicingField, invoicingOf } from './InvoicingField.tsx'
import styles from './Hirers.module.css'

const colours: Readonly<Record<Hire['state'], BadgeColour>> = {
  provisional: 'warning',
  confirmed: 'success',
  running: 'success',
  ended: 'plain',
  lapsed: 'plain',
}

/** What is let to a hirer: when, where and at what price, its dates, and what can be done about it. */
export const HireCard = ({ hire }: { hire: Hire }) => {
  const { id: hireId, name, venue, state, places, price, exceptions, dates, lapsesOn, note } = hire
  const [dialog, setDialog] = useState<'leaveOut' | 'end' | 'invoicing' | null>(null)
  const toasts = useToasts()
  const confirm = useCall(api.hirers.confirm, {
    onSuccess: () => {
      toasts.show({ content: messages.confirmed, colour: 'success', closeAfter: 5000 })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const isOver = state === 'ended' || state === 'lapsed'
  const close = () => {
    setDialog(null)
  }
  return (
    <Card as="li" className={styles['card']}>
      <div className={styles['top']}>
        <h3>{name}</h3>
        <Badge colour={colours[state]}>{messages.hireStates[state]}</Badge>
      </div>
      <p>{[venue.name, ...places].join(' · ')}</p>
      <p>{messages.when(hire)}</p>
      <p>{messages.costs({ ...hire, price: price.formatted })}</p>
      <p>{messages.invoicedBy(hire)}</p>
      {state === 'provisional' && lapsesOn !== null ? <p>{messages.lapses({ day: lapsesOn })}</p> : null}
      {exceptions.map((exception) => (
        <p key={`${exception.from} ${exception.until}`} className={styles['quiet']}>
          {messages.leftOutDays(exception)}
        </p>
      ))}
      {note === '' ? null : <p className={styles['quiet']}>{note}</p>}
      <details className={styles['dates']}>
        <summary className={styles['summary']}>
          {messages.showDates({ count: dates.filter((one) => one.state !== 'left_out').length })}
        </summary>
        <Table
          name={messages.actionOf({ action: messages.dates, name })}
          form="stack"
          rows={dates}
          rowKey={(date) => date.id}
          columns={[
            {
              heading: messages.dateColumn,
              isRowHeading: true,
              cell: ({ date }) => messages.day({ day: date.raw }),
            },
            { heading: messages.placeColumn, cell: ({ place }) => place },
            { heading: messages.stateColumn, cell: (date) => messages.dateStates[date.state] },
            { heading: messages.price, isFigure: true, cell: (date) => date.price.formatted },
          ]}
        />
      </details>
      {isOver ? null : (
        <div className={styles['buttons']}>
          {state === 'provisional' ? (
            <Button
              busy={confirm.requesting}
              aria-label={messages.actionOf({ action: messages.confirm, name })}
              onClick={() => {
                confirm.send({ hireId })
              }}
            >
              {messages.confirm}
            </Button>
          ) : null}
          <Button
            variant="secondary"
            aria-label={messages.actionOf({ action: messages.leaveDatesOut, name })}
            onClick={() => {
              setDialog('leaveOut')
            }}
          >
            {messages.leaveDatesOut}
          </Button>
          <Button
            variant="secondary"
            aria-label={messages.actionOf({ action: messages.changeInvoicing, name })}
            onClick={() => {
              setDialog('invoicing')
            }}
          >
            {messages.changeInvoicing}
          </Button>
          <Button
            variant="secondary"
            aria-label={messages.actionOf({ action: messages.endHire, name })}
            onClick={() => {
              setDialog('end')
            }}
          >
            {messages.endHire}
          </Button>
        </div>
      )}
      {dialog === 'leaveOut' ? <LeaveOut hire={hire} onClose={close} /> : null}
      {dialog === 'invoicing' ? <ChangeInvoicing hire={hire} onClose={close} /> : null}
      {dialog === 'end' ? <End hire={hire} onClose={close} /> : null}
    </Card>
  )
}

const LeaveOut = ({ hire: { id, name }, onClose }: { hire: Hire; onClose: () => void }) => {
  const toasts = useToasts()
  const call = useCall(api.hirers.leaveOut, {
    onSuccess: ({ leftOut }) => {
      toasts.show({ content: messages.leftOut({ count: leftOut }), colour: 'success', closeAfter: 5000 })
      onClose()
    },
  })
  const form = useForm(call, ({ text }) => {
    call.send({ hireId: id, from: text('from'), until: text('until'), reason: text('reason') })
  })
  return (
    <HireDialog
      action={messages.leaveDatesOut}
      name={name}
      help={messages.leaveOutHelp}
      call={call}
      form={form}
      onClose={onClose}
    >
      <TextField label={messages.from} name="from" type="date" errors={call.validationMessages['from']} />
      <TextField label={messages.until} name="until" type="date" errors={call.validationMessages['until']} />
      <TextField label={messages.reason} name="reason" maxLength={100} autoComplete="off" optional />
    </HireDialog>
  )
}

const ChangeInvoicing = ({ hire: { id, name, invoicing }, onClose }: { hire: Hire; onClose: () => void }) => {
  const toasts = useToasts()
  const call = useCall(api.hirers.changeInvoicing, {
    onSuccess: () => {
      toasts.show({ content: messages.invoicingChanged, colour: 'success', closeAfter: 5000 })
      onClose()
    },
  })
  const form = useForm(call, ({ text }) => {
    call.send({ hireId: id, invoicing: invoicingOf(text('invoicing')) })
  })
  return (
    <HireDialog
      action={messages.changeInvoicing}
      name={name}
      help={messages.changeInvoicingHelp}
      call={call}
      form={form}
      onClose={onClose}
    >
      <InvoicingField selected={invoicing} errors={call.validationMessages['invoicing']} />
    </HireDialog>
  )
}

const End = ({ hire: { id, name }, onClose }: { hire: Hire; onClose: () => void }) => {
  const toasts = useToasts()
  const call = useCall(api.hirers.end, {
    onSuccess: () => {
      toasts.show({ content: messages.ended, colour: 'success', closeAfter: 5000 })
      onClose()
    },
  })
  const form = useForm(call, ({ text }) => {
    call.send({ hireId: id, lastDay: text('lastDay') })
  })
  return (
    <HireDialog
      action={messages.endHire}
      name={name}
      help={messages.endHelp}
      call={call}
      form={form}
      onClose={onClose}
    >
      <TextField
        label={messages.lastDay}
        name="lastDay"
        type="date"
        errors={call.validationMessages['lastDay']}
      />
    </HireDialog>
  )
}

/** What changes or ends a hire. `action`: of the title and the button. */
const HireDialog = ({
  action,
  name,
  help,
  call,
  form,
  children,
  onClose,
}: {
  action: string
  name: string
  help: string
  call: { requesting: boolean; error: ApiError | null }
  form: ReturnType<typeof useForm>
  children: ReactNode
  onClose: () => void
}) => (
  <Modal title={messages.actionOf({ action, name })} onClose={onClose}>
    <form {...form} className={styles['form']}>
      <p>{help}</p>
      <FormError error={call.error} />
      {children}
      <div className={styles['buttons']}>
        <Button type="submit" size="lg" busy={call.requesting}>
          {action}
        </Button>
        <Button variant="secondary" size="lg" onClick={onClose}>
          {messages.cancel}
        </Button>
      </div>
    </form>
  </Modal>
)
