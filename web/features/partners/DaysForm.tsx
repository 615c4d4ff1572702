import * as messages from '#messages/desk/partners.ts'
import { withQuery } from '#web/platform/links.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import styles from './DaysForm.module.css'

/** Chooses the first and the last day of a page. Its address has them, so it works without script. */
export const DaysForm = ({ path, from, to }: { path: string; from: string; to: string }) => {
  const navigate = useNavigate()
  return (
    <form
      method="get"
      className={styles['days']}
      onSubmit={(event) => {
        event.preventDefault()
        const days = new FormData(event.currentTarget)
        void navigate(withQuery(path, { from: textOf(days.get('from')), to: textOf(days.get('to')) }))
      }}
    >
      <TextField label={messages.from} name="from" type="date" defaultValue={from} required />
      <TextField label={messages.to} name="to" type="date" defaultValue={to} required />
      <Button type="submit" variant="secondary" size="lg">
        {messages.showDays}
      </Button>
    </form>
  )
}

const textOf = (value: FormDataEntryValue | null): string => (typeof value === 'string' ? value : '')
