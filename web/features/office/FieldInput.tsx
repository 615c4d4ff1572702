import { useId, useState } from 'react'
import type { FieldValue } from '#contract/office.ts'
import * as messages from '#messages/desk/settings.ts'
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LongTextField } from '#web/ui/LongTextField.tsx'
import type { FieldKind, OpeningTimes, OwnRelease, VenueRelease } from './fieldKinds.ts'
import styles from './Settings.module.css'

type Props = {
  kind: FieldKind
  label: string
  hint: string | undefined
  value: FieldValue
  errors: readonly string[] | undefined
}

/** The inputs of a field; `typedValue` reads them. */
export const FieldInput = ({ kind, ...props }: Props) => {
  const { label, hint, value, errors } = props
  switch (kind) {
    case 'status':
      return (
        <SelectField label={label} hint={hint} name="value" defaultValue={value as string} errors={errors}>
          {Object.entries(messages.statuses).map(([status, words]) => (
            <option key={status} value={status}>
              {words}
            </option>
          ))}
        </SelectField>
      )
    case 'hours':
      return <HoursInput {...props} />
    case 'list':
      return <Paragraphs {...props} text={(value as string[]).join('\n')} />
    case 'number':
      return (
        <TextField
          label={label}
          hint={hint}
          name="value"
          type="number"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={value as number}
          errors={errors}
        />
      )
    case 'amount':
      return (
        <TextField
          label={label}
          hint={hint}
          name="value"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          defaultValue={(value as string | null) ?? ''}
          errors={errors}
        />
      )
    case 'yesNo':
      return (
        <CheckField name="value" defaultChecked={value === true} errors={errors}>
          {messages.hasWaitlist}
        </CheckField>
      )
    case 'venueRelease':
      return <VenueReleaseInput {...props} />
    case 'ownRelease':
      return <OwnReleaseInput {...props} />
    case 'line':
      return (
        <TextField
          label={label}
          hint={hint}
          name="value"
          autoComplete="off"
          maxLength={254}
          defaultValue={value as string}
          errors={errors}
        />
      )
    default:
      return <Paragraphs {...props} text={(value as string | null) ?? ''} />
  }
}

const Errors = ({ id, errors = [] }: { id: string; errors?: readonly string[] | undefined }) =>
  errors.length === 0 ? null : (
    <ul role="list" className={styles['errors']} id={id}>
      {errors.map((error) => (
        <li key={error}>
          <Icon name="alert" size={16} />
          {error}
        </li>
      ))}
    </ul>
  )

/** Of several inputs, of which it is not known which one is wrong: read out when they come. */
const GroupErrors = (props: { id: string; errors: readonly string[] | undefined }) => (
  <div role="alert">
    <Errors {...props} />
  </div>
)

const Paragraphs = ({ label, hint, text, errors }: Omit<Props, 'kind'> & { text: string }) => (
  <LongTextField {...{ label, hint, errors }} name="value" maxLength={4000} defaultValue={text} />
)

/** Lines of days and hours, and two empty ones. What is emptied is left out. */
const HoursInput = ({ label, hint, value, errors }: Omit<Props, 'kind'>) => {
  const id = useId()
  const lines = [...(value as OpeningTimes[]), { days: '', hours: '' }, { days: '', hours: '' }]
  return (
    <fieldset className={styles['group']} aria-describedby={`${id}-hint ${id}-errors`}>
      <legend>{label}</legend>
      <p className={styles['hint']} id={`${id}-hint`}>
        {hint}
      </p>
      <div className={styles['hours']}>
        <span aria-hidden="true">{messages.days}</span>
        <span aria-hidden="true">{messages.hours}</span>
        {lines.map(({ days, hours }, index) => {
          const line = index + 1
          return [
            <input
              key={`${line} days`}
              name="days"
              maxLength={60}
              autoComplete="off"
              defaultValue={days}
              aria-label={messages.lineNumber({ label: messages.days, line })}
            />,
            <input
              key={`${line} hours`}
              name="hours"
              maxLength={80}
              autoComplete="off"
              defaultValue={hours}
              aria-label={messages.lineNumber({ label: messages.hours, line })}
            />,
          ]
        })}
      </div>
      <GroupErrors id={`${id}-errors`} errors={errors} />
    </fieldset>
  )
}

const VenueReleaseInput = ({ label, hint, value, errors }: Omit<Props, 'kind'>) => {
  const id = useId()
  const { visitorDays, customerDays, time } = value as VenueRelease
  return (
    <fieldset className={styles['group']}>
      <legend>{label}</legend>
      {hint === undefined ? null : <p className={styles['hint']}>{hint}</p>}
      <div className={styles['numbers']}>
        <NumberField label={messages.visitorDays} name="visitorDays" value={visitorDays} />
        <NumberField label={messages.customerDays} name="customerDays" value={customerDays} />
        <TextField label={messages.time} name="time" type="time" defaultValue={time} />
      </div>
      <GroupErrors id={id} errors={errors} />
    </fieldset>
  )
}

const OwnReleaseInput = ({ label, hint, value, errors }: Omit<Props, 'kind'>) => {
  const id = useId()
  const release = value as OwnRelease
  const [rule, setRule] = useState(() =>
    release === null ? 'venue' : 'minutes' in release ? 'minutes' : 'days',
  )
  const byDays = release !== null && 'days' in release ? release : { days: 7, time: '09:00' }
  const byMinutes = release !== null && 'minutes' in release ? release : { minutes: 120 }
  return (
    <div className={styles['group']}>
      <SelectField
        label={label}
        hint={hint}
        name="rule"
        value={rule}
        onChange={({ currentTarget }) => {
          setRule(currentTarget.value)
        }}
      >
        <option value="venue">{messages.asVenue}</option>
        <option value="days">{messages.byDays}</option>
        <option value="minutes">{messages.byMinutes}</option>
      </SelectField>
      {rule === 'days' ? (
        <div className={styles['numbers']}>
          <NumberField label={messages.daysBeforeLabel} name="days" value={byDays.days} />
          <TextField label={messages.time} name="time" type="time" defaultValue={byDays.time} />
        </div>
      ) : null}
      {rule === 'minutes' ? (
        <NumberField label={messages.minutesBefore} name="minutes" value={byMinutes.minutes} />
      ) : null}
      <GroupErrors id={id} errors={errors} />
    </div>
  )
}

const NumberField = ({ label, name, value }: { label: string; name: string; value: number }) => (
  <TextField
    label={label}
    name={name}
    type="number"
    inputMode="numeric"
    min={0}
    autoComplete="off"
    defaultValue={value}
  />
)
