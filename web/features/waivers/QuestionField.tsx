import type { WaiverQuestion } from '#contract/waivers.ts'
import * as messages from '#messages/shared/attendees.ts'
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx'

/** One of the operator's questions, as the control of its type. */
export const QuestionField = ({
  question: { text, type, options, required },
  name,
  value,
  errors,
}: {
  question: Pick<WaiverQuestion, 'text' | 'type' | 'options' | 'required'>
  name: string
  value: string | true | undefined
  errors: readonly string[] | undefined
}) => {
  const field = { name, errors, required }
  if (type === 'checkbox') {
    return (
      <CheckField {...field} defaultChecked={value === true || value === 'true'}>
        {text}
      </CheckField>
    )
  }
  const textValue = typeof value === 'string' ? value : ''
  if (type === 'select') {
    return (
      <SelectField {...field} label={text} optional={!required} defaultValue={textValue}>
        <option value="">{messages.chooseAnswer}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectField>
    )
  }
  return (
    <TextField
      {...field}
      label={text}
      optional={!required}
      defaultValue={textValue}
      maxLength={2000}
      {...(type === 'date' ? { type: 'date' } : type === 'number' ? { inputMode: 'decimal' as const } : {})}
    />
  )
}
