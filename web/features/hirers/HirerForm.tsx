import type { Endpoint } from '#contract/endpoint.ts'
import type { Hirer } from '#contract/hireTypes.ts'
import * as messages from '#messages/desk/hirers.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import type { CallState } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import type { FormValues } from '#web/platform/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { LongTextField } from '#web/ui/LongTextField.tsx'
import styles from './Hirers.module.css'

const fieldsOf = ({ text }: FormValues) => ({
  name: text('name'),
  contact: text('contact'),
  phone: text('phone'),
  email: text('email'),
  address: text('address'),
  vatTreatment: text('vatTreatment') === 'exempt_series' ? ('exempt_series' as const) : ('standard' as const),
  exemptReason: text('exemptReason'),
  termsDays: text('termsDays'),
  safeguardingUntil: text('safeguardingUntil'),
  insuranceUntil: text('insuranceUntil'),
  note: text('note'),
})

export const AddHirer = ({ onAdded, onCancel }: { onAdded: (id: number) => void; onCancel: () => void }) => {
  const call = useCall(api.hirers.add, {
    onSuccess: ({ id }) => {
      onAdded(id)
    },
  })
  const form = useForm(call, (values) => {
    call.send(fieldsOf(values))
  })
  return (
    <form {...form} className={styles['form']}>
      <Fields call={call} />
      <div className={styles['buttons']}>
        <Button type="submit" size="lg" busy={call.requesting}>
          {messages.add}
        </Button>
        <Button variant="secondary" size="lg" onClick={onCancel}>
          {messages.cancel}
        </Button>
      </div>
    </form>
  )
}

export const ChangeHirer = ({ hirer, onSaved }: { hirer: Hirer; onSaved: () => void }) => {
  const call = useCall(api.hirers.change, { onSuccess: onSaved })
  const form = useForm(call, (values) => {
    call.send({ hirerId: hirer.id, ...fieldsOf(values) })
  })
  return (
    <form {...form} className={styles['form']}>
      <Fields call={call} hirer={hirer} />
      <div className={styles['buttons']}>
        <Button type="submit" size="lg" busy={call.requesting}>
          {messages.save}
        </Button>
      </div>
    </form>
  )
}

type Call = Pick<CallState<Endpoint>, 'error' | 'validationMessages'>

const Fields = ({ call: { error, validationMessages }, hirer }: { call: Call; hirer?: Hirer }) => (
  <>
    <FormError error={error} />
    <div className={styles['fields']}>
      <TextField
        label={messages.name}
        name="name"
        maxLength={120}
        autoComplete="off"
        defaultValue={hirer?.name}
        errors={validationMessages['name']}
      />
      <TextField
        label={messages.contact}
        name="contact"
        maxLength={120}
        autoComplete="off"
        optional
        defaultValue={hirer?.contact}
        errors={validationMessages['contact']}
      />
      <TextField
        label={messages.phone}
        name="phone"
        type="tel"
        autoComplete="off"
        optional
        defaultValue={hirer?.phone}
        errors={validationMessages['phone']}
      />
      <TextField
        label={messages.email}
        name="email"
        type="email"
        autoComplete="off"
        optional
        defaultValue={hirer?.email}
        errors={validationMessages['email']}
      />
      <SelectField
        label={messages.vatTreatment}
        name="vatTreatment"
        defaultValue={hirer?.vatTreatment ?? 'standard'}
        errors={validationMessages['vatTreatment']}
      >
        <option value="standard">{messages.vatTreatments.standard}</option>
        <option value="exempt_series">{messages.vatTreatments.exempt_series}</option>
      </SelectField>
      <TextField
        label={messages.exemptReason}
        hint={messages.exemptReasonHint}
        name="exemptReason"
        maxLength={300}
        autoComplete="off"
        optional
        defaultValue={hirer?.exemptReason}
        errors={validationMessages['exemptReason']}
      />
      <TextField
        label={messages.termsDays}
        name="termsDays"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={hirer?.termsDays ?? 30}
        errors={validationMessages['termsDays']}
      />
      <TextField
        label={messages.safeguardingUntil}
        name="safeguardingUntil"
        type="date"
        optional
        defaultValue={hirer?.safeguardingUntil ?? ''}
        errors={validationMessages['safeguardingUntil']}
      />
      <TextField
        label={messages.insuranceUntil}
        name="insuranceUntil"
        type="date"
        optional
        defaultValue={hirer?.insuranceUntil ?? ''}
        errors={validationMessages['insuranceUntil']}
      />
    </div>
    <LongTextField
      label={messages.address}
      name="address"
      rows={4}
      maxLength={500}
      defaultValue={hirer?.address}
      errors={validationMessages['address']}
    />
    <LongTextField
      label={messages.note}
      name="note"
      rows={3}
      maxLength={1000}
      defaultValue={hirer?.note}
      errors={validationMessages['note']}
    />
  </>
)
