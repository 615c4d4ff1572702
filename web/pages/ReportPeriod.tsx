import { daysAfter, isDay, localDay } from '#contract/time.ts'
import * as messages from '#messages/desk/tills.ts'
import { api } from '#web/platform/api.ts'
import type { LoaderArgs } from '#web/platform/page.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import styles from './DeskReportPage.module.css'

export type Period = { venue: string; from: string; until: string }

/** Days of a period that a report begins with. */
const daysBefore = 28

/** The period in the address, or the last four weeks. */
export const readPeriod = async ({
  params,
  query,
  read,
  context,
}: Pick<LoaderArgs<'deskVenue'>, 'params' | 'query' | 'read' | 'context'>): Promise<Period> => {
  const { timezone } = await read(api.venues.one, { venue: params.deskVenue })
  const today = localDay(new Date(context.startedAt), timezone)
  const dayOf = (name: string, other: string): string => {
    const typed = query.get(name) ?? ''
    return isDay(typed) ? typed : other
  }
  return {
    venue: params.deskVenue,
    from: dayOf('from', daysAfter(today, -daysBefore)),
    until: dayOf('until', today),
  }
}

/** The period of a report, and its download. */
export const ReportPeriod = ({
  from,
  until,
  linkTo,
  onDownload,
}: {
  from: string
  until: string
  linkTo: (from: string, until: string) => string
  onDownload: () => void
}) => {
  const navigate = useNavigate()
  return (
    <form
      className={styles['tools']}
      onSubmit={(event) => {
        event.preventDefault()
        const values = new FormData(event.currentTarget)
        const dayOf = (name: string, other: string): string => {
          const typed = values.get(name)
          return typeof typed === 'string' && isDay(typed) ? typed : other
        }
        void navigate(linkTo(dayOf('from', from), dayOf('until', until)))
      }}
    >
      <TextField label={messages.from} name="from" type="date" defaultValue={from} />
      <TextField label={messages.until} name="until" type="date" defaultValue={until} />
      <Button type="submit" size="lg" variant="secondary">
        {messages.show}
      </Button>
      <Button size="lg" variant="secondary" onClick={onDownload}>
        {messages.downloadCsv}
      </Button>
    </form>
  )
}
