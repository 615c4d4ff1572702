import { useRef, useState } from 'react'
import { laterTenders } from '#contract/tenders.ts'
import type { LaterTender } from '#contract/tenders.ts'
import * as messages from '#messages/desk/payment.ts'
import { tenders } from '#messages/shared/tenders.ts'
import { penceFromInput } from '#web/platform/penceInput.ts'
import { api } from '#web/platform/api.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { selectedVenue } from '#web/platform/venue.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { CardFields } from './DeskTenderFields.tsx'
import { DeskTill } from './DeskTill.tsx'
import styles from './DeskPayment.module.css'

/** Takes what an order owes on arrival, in cash or at the card terminal. */
export const OwedPayment = ({
  bookingId,
  due,
  dueText,
}: {
  /** Any of the order. */
  bookingId: number
  /** Pence. */
  due: number
  dueText: string
}) => {
  const toasts = useToasts()
  const { cookies } = usePageContext()
  const [tenderType, setTenderType] = useState<LaterTender>('cash')
  const [card, setCard] = useState({ lastFour: '', terminal: '' })
  const { data: tills } = useDeferredRead(api.tills.list, {}, { when: false })
  const [tillId, setTillId] = useState('')
  const [isTillMissing, setTillMissing] = useState(false)
  const till = useRef<HTMLDivElement>(null)
  const asksForTill = tills !== undefined && tills.current === null && tills.tills.length > 0
  const pay = useCall(api.bookings.takePayment, {
    onSuccess: ({ amount, changeDue }) => {
      const content = messages.takenOnArrival({
        amount: amount.formatted,
        change: changeDue.raw > 0 ? changeDue.formatted : null,
      })
      toasts.show({ content, colour: 'success', closeAfter: 10000 })
    },
  })
  const form = useForm(pay, ({ text }) => {
    if (asksForTill && tillId === '') {
      setTillMissing(true)
      till.current?.querySelector('select')?.focus()
      return
    }
    pay.send({
      bookingId,
      tenderType,
      amount: due,
      ...(asksForTill && { tillId: Number(tillId) }),
      ...(tenderType === 'cash' ? { amountTendered: penceFromInput(text('tendered')) } : card),
    })
  })
  const { error, validationMessages } = pay
  return (
    <form {...form} className={styles['form']}>
      {asksForTill ? (
        <div ref={till}>
          <DeskTill
            tills={tills.tills}
            venueSlug={selectedVenue(cookies)?.venueSlug}
            value={tillId}
            isMissing={isTillMissing}
            onChoose={(value) => {
              setTillId(value)
              setTillMissing(false)
            }}
          />
        </div>
      ) : null}
      <div className={styles['line']}>
        <SelectField
          label={messages.paidWith}
          name="tender"
          value={tenderType}
          onChange={(event) => {
            setTenderType(event.currentTarget.value as LaterTender)
          }}
        >
          {laterTenders.map((tender) => (
            <option key={tender} value={tender}>
              {tenders[tender].name}
            </option>
          ))}
        </SelectField>
        {tenderType === 'cash' ? (
          <TextField
            label={messages.cashReceived}
            name="tendered"
            inputMode="decimal"
            autoComplete="off"
            optional
            errors={validationMessages['amount_tendered']}
          />
        ) : (
          <CardFields
            name="owed"
            card={card}
            errors={validationMessages['last_four']}
            onChange={(changes) => {
              setCard({ ...card, ...changes })
            }}
          />
        )}
      </div>
      {error === null ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.message}</p>
        </Notice>
      )}
      <div className={styles['buttons']}>
        <Button type="submit" size="lg" busy={pay.requesting}>
          {messages.take({ amount: dueText })}
        </Button>
      </div>
    </form>
  )
}
