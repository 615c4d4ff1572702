import { useState } from 'react'
import type { HireInvoice, RecordedTender } from '#contract/hireTypes.ts'
import { decimals } from '#contract/money.ts'
import * as messages from '#messages/desk/hirers.ts'
import { api } from '#web/platform/api.ts'
import { penceFromInput } from '#web/platform/penceInput.ts'
import { useCall } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/permissions.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Table } from '#web/ui/Table.tsx'
import styles from './Hirers.module.css'

const recordedTenders = Object.keys(messages.tenders) as RecordedTender[]

/** Invoices and credit notes, with what can be done about each. */
export const InvoiceTable = ({ invoices }: { invoices: readonly HireInvoice[] }) => {
  const [paying, setPaying] = useState<HireInvoice | null>(null)
  const mayChange = useMay()('invoices')
  return (
    <>
      <Table
        name={messages.invoices}
        form="stack"
        rows={invoices}
        rowKey={({ id }) => id}
        empty={<p>{messages.noInvoices}</p>}
        columns={[
          { heading: messages.numberColumn, isRowHeading: true, cell: messages.documentName },
          { heading: messages.hirerColumn, cell: ({ hirer }) => hirer },
          { heading: messages.hireColumn, cell: ({ hire }) => hire },
          {
            heading: messages.dueColumn,
            cell: ({ dueOn, isOverdue }) => (
              <>
                {messages.day({ day: dueOn })}{' '}
                {isOverdue ? <Badge colour="danger">{messages.overdue}</Badge> : null}
              </>
            ),
          },
          { heading: messages.totalColumn, isFigure: true, cell: ({ total }) => total.formatted },
          {
            heading: messages.owedColumn,
            isFigure: true,
            cell: ({ owed, payments }) => {
              const last = payments.at(-1)
              if (owed.raw === 0)
                return last === undefined ? messages.settled : messages.paidOn({ day: last.on })
              return (
                <>
                  {owed.formatted}
                  {payments.map(({ on, amount }, index) => (
                    <span key={index} className={styles['occupant']}>
                      {messages.partPaid({ amount: amount.formatted, day: on })}
                    </span>
                  ))}
                </>
              )
            },
          },
          ...(mayChange
            ? [
                {
                  heading: messages.actionColumn,
                  cell: (invoice: HireInvoice) => (
                    <Actions
                      invoice={invoice}
                      onPay={() => {
                        setPaying(invoice)
                      }}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      {paying === null ? null : (
        <Payment
          key={paying.id}
          invoice={paying}
          onClose={() => {
            setPaying(null)
          }}
        />
      )}
    </>
  )
}

const Actions = ({ invoice, onPay }: { invoice: HireInvoice; onPay: () => void }) => {
  const toasts = useToasts()
  const document = messages.documentName(invoice)
  const send = useCall(api.hirers.send, {
    onSuccess: ({ email }) => {
      toasts.show({ content: messages.sentTo({ email }), colour: 'success', closeAfter: 5000 })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const pay = invoice.owed.raw < 0 ? messages.recordPaidBack : messages.recordPayment
  return (
    <div className={styles['buttons']}>
      {invoice.owed.raw === 0 ? null : (
        <Button
          variant="secondary"
          size="sm"
          aria-label={messages.actionOf({ action: pay, name: document })}
          onClick={onPay}
        >
          {pay}
        </Button>
      )}
      <Button
        variant="text"
        size="sm"
        busy={send.requesting}
        aria-label={messages.actionOf({ action: messages.sendAgain, name: document })}
        onClick={() => {
          send.send({ invoiceId: invoice.id })
        }}
      >
        {messages.sendAgain}
      </Button>
    </div>
  )
}

const Payment = ({ invoice, onClose }: { invoice: HireInvoice; onClose: () => void }) => {
  const { id: invoiceId, owed } = invoice
  const toasts = useToasts()
  const isBack = owed.raw < 0
  const pay = useCall(api.hirers.pay, {
    onSuccess: () => {
      toasts.show({ content: messages.paymentRecorded, colour: 'success', closeAfter: 5000 })
      onClose()
    },
  })
  const form = useForm(pay, ({ text }) => {
    const tender = recordedTenders.find((one) => one === text('tender')) ?? 'transfer'
    const amount = penceFromInput(text('amount')) ?? 0
    pay.send({
      invoiceId,
      tender,
      amount: isBack ? -amount : amount,
      owed: owed.raw,
      reference: text('reference'),
    })
  })
  const offered = isBack ? (['transfer'] as const) : recordedTenders
  return (
    <Modal
      title={messages.paymentOf({ document: messages.documentName(invoice), owed: owed.formatted })}
      onClose={onClose}
    >
      <form {...form} className={styles['form']}>
        <FormError error={pay.error} />
        <TextField
          label={isBack ? messages.amountBack : messages.amount}
          hint={messages.amountHint({ owed: owed.formatted.replace('-', '') })}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={decimals(Math.abs(owed.raw))}
          errors={pay.validationMessages['amount']}
        />
        <SelectField
          label={messages.tender}
          name="tender"
          {...(isBack ? {} : { hint: messages.tenderHint })}
          errors={pay.validationMessages['tender']}
        >
          {offered.map((tender) => (
            <option key={tender} value={tender}>
              {messages.tenders[tender]}
            </option>
          ))}
        </SelectField>
        <TextField
          label={messages.reference}
          name="reference"
          maxLength={100}
          autoComplete="off"
          optional
          errors={pay.validationMessages['reference']}
        />
        <div className={styles['buttons']}>
          <Button type="submit" size="lg" busy={pay.requesting}>
            {isBack ? messages.recordPaidBack : messages.recordPayment}
          </Button>
          <Button variant="secondary" size="lg" onClick={onClose}>
            {messages.cancel}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
