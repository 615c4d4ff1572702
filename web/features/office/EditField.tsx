import type { EditableField, FieldValue, Subject } from '#contract/office.ts'
import * as messages from '#messages/desk/settings.ts'
import { useForm } from '#web/platform/useForm.ts'
import type { CallState } from '#web/platform/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { FieldInput } from './FieldInput.tsx'
import { fieldOf, typedValue } from './fieldKinds.ts'
import { FieldValueText } from './FieldValueText.tsx'
import styles from './Settings.module.css'

/** A field as it is to be: with what was seen of it, so that nobody overwrites what a colleague has saved meanwhile. */
export type FieldChange = { field: string; value: FieldValue; before: FieldValue; reason: string }

/** The dialog that changes a field. `field` follows what holds; what was typed stays. */
export const EditField = ({
  subject,
  field: { name, value },
  currencySymbol,
  call,
  onSave,
  onClose,
}: {
  subject: Subject
  field: EditableField
  currencySymbol: string
  call: Pick<CallState<never>, 'requesting' | 'error' | 'validationMessages'>
  onSave: (change: FieldChange) => void
  onClose: () => void
}) => {
  const { kind, label, hint } = fieldOf(subject, name)
  const form = useForm(call, (values) => {
    onSave({ field: name, value: typedValue(kind, values), before: value, reason: values.text('reason') })
  })
  return (
    <Modal title={messages.changeField({ label })} onClose={onClose} closeLabel={messages.cancel}>
      <form {...form} className={styles['form']}>
        <FormError error={call.error} />
        {call.error?.code === 'changed_meanwhile' ? (
          <p>
            <strong>{messages.nowItIs}</strong>
            <FieldValueText {...{ subject, name, value, currencySymbol }} />
          </p>
        ) : null}
        <FieldInput
          kind={kind}
          label={label}
          hint={hint}
          value={value}
          errors={call.validationMessages['value']}
        />
        <TextField
          label={messages.reason}
          hint={messages.reasonHint}
          name="reason"
          maxLength={200}
          autoComplete="off"
          optional
        />
        <div className={styles['buttons']}>
          <Button variant="secondary" size="lg" onClick={onClose}>
            {messages.cancel}
          </Button>
          <Button type="submit" size="lg" busy={call.requesting}>
            {messages.save}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
