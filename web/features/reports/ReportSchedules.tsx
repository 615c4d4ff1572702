import { scheduleIntervals, type Grouping, type ReportId } from '#contract/reportTypes.ts'
import * as messages from '#messages/desk/reports.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Section } from '#web/ui/Layout.tsx'
import styles from './ReportLists.module.css'

/** What is sent by mail, and a form that has this report sent, with what was chosen of it. */
export const ReportSchedules = ({
  report,
  filters,
}: {
  report: ReportId
  filters: { venues: string | undefined; by: Grouping; basis: 'session' | 'cash' }
}) => {
  const {
    data: { schedules },
  } = useRead(api.reports.schedules)
  const toasts = useToasts()
  const add = useCall(api.reports.schedule, {
    onSuccess: () => {
      toasts.show({ content: messages.scheduled, colour: 'success' })
    },
  })
  const end = useCall(api.reports.endSchedule, {
    onSuccess: () => {
      toasts.show({ content: messages.ended, colour: 'success' })
    },
  })
  const form = useForm(add, ({ text }) => {
    const every = scheduleIntervals.find((interval) => interval === text('every')) ?? 'week'
    add.send({ report, every, email: text('email'), ...filters })
  })
  return (
    <div className={styles['section']}>
      <Section title={messages.schedules}>
        <p>{messages.schedulesLead}</p>
        <form {...form} className={styles['form']}>
          <SelectField label={messages.send} name="every" defaultValue="week">
            {scheduleIntervals.map((interval) => (
              <option key={interval} value={interval}>
                {messages.intervals[interval]}
              </option>
            ))}
          </SelectField>
          <TextField
            label={messages.email}
            name="email"
            type="email"
            autoComplete="off"
            errors={add.validationMessages['email']}
          />
          <Button type="submit" variant="secondary" size="lg" busy={add.requesting}>
            {messages.schedule}
          </Button>
        </form>
        <FormError error={add.error ?? end.error} />
        {schedules.length === 0 ? (
          <p>{messages.noSchedules}</p>
        ) : (
          <ul role="list" className={styles['list']}>
            {schedules.map(({ id, report: of, nextOn, ...schedule }) => {
              const { title } = messages.reports[of]
              return (
                <li key={id}>
                  <span>
                    {messages.scheduleText({ title, ...schedule })}
                    <small>{messages.nextOn({ day: nextOn })}</small>
                  </span>
                  <Button
                    variant="secondary"
                    aria-label={messages.endSchedule({ title, recipient: schedule.recipient })}
                    busy={end.requesting}
                    onClick={() => {
                      end.send({ scheduleId: id })
                    }}
                  >
                    {messages.end}
                  </Button>
                </li>
              )
            })}
          </ul>
        )}
      </Section>
    </div>
  )
}
