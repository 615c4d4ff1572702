import * as messages from '#messages/desk/catalogue.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import styles from './Catalogue.module.css'
import { intervalsOf, intervalsText } from './exceptions.ts'
import type { DayInterval } from './exceptions.ts'
import { FieldGroup } from './FieldGroup.tsx'

/** Days on which a line is not, from one to another. */
export const ExceptionsInput = ({
  label,
  hint,
  errors,
  value,
  onChange,
}: {
  label: string
  hint: string | undefined
  errors: readonly string[] | undefined
  value: string
  onChange: (value: string) => void
}) => {
  const intervals = intervalsOf(value)
  const set = (index: number, more: Partial<DayInterval>) => {
    onChange(intervalsText(intervals.map((one, place) => (place === index ? { ...one, ...more } : one))))
  }
  return (
    <div className={styles['wide']}>
      <FieldGroup {...{ label, hint, errors }}>
        {intervals.map(({ from, until }, index) => (
          <div key={index} className={styles['interval']}>
            <TextField
              label={messages.firstDayOut({ number: index + 1 })}
              type="date"
              value={from}
              onChange={({ currentTarget }) => {
                set(index, { from: currentTarget.value })
              }}
            />
            <TextField
              label={messages.lastDayOut({ number: index + 1 })}
              type="date"
              value={until}
              onChange={({ currentTarget }) => {
                set(index, { until: currentTarget.value })
              }}
            />
            <Button
              variant="text"
              onClick={() => {
                onChange(intervalsText(intervals.filter((_, place) => place !== index)))
              }}
            >
              {messages.removeDaysOut({ number: index + 1 })}
            </Button>
          </div>
        ))}
        <div className={styles['acts']}>
          <Button
            variant="secondary"
            onClick={() => {
              onChange(intervalsText([...intervals, { from: '', until: '' }]))
            }}
          >
            {messages.addDaysOut}
          </Button>
        </div>
      </FieldGroup>
    </div>
  )
}
