import type { WaiverQuestion } from '#contract/waivers.ts'
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx'

/** One question of the operator's, in the form its kind asks for. */
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
  const written = typeof value === 'string' ? value : ''
  if (type === 'select') {
    return (
      <SelectField {...field} label={text} optional={!required} defaultValue={written}>
        <option value="">Please choose</option>
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
      defaultValue={written}
      maxLength={2000}
      {...(type === 'date' ? { type: 'date' } : type === 'number' ? { inputMode: 'decimal' as const } : {})}
    />
  )
}
