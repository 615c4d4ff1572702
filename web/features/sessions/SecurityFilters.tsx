import * as messages from '#messages/desk/securityLog.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { withQuery } from '#web/platform/links.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import styles from './SecurityLog.module.css'

const filterNames = ['event', 'person', 'from', 'until'] as const

/** As the page's address has them; null where it has none. */
export type Filters = Readonly<Record<(typeof filterNames)[number], string | null>>

/** Chooses what the log shows. The page's address has the choice, so it works without script. */
export const SecurityFilters = ({ filters }: { filters: Filters }) => {
  const navigate = useNavigate()
  const isFiltered = filterNames.some((name) => filters[name] !== null)
  return (
    <form
      method="get"
      className={styles['filters']}
      onSubmit={(submitted) => {
        submitted.preventDefault()
        const given = new FormData(submitted.currentTarget)
        const chosen = Object.fromEntries(
          filterNames.map((name) => {
            const value = given.get(name)
            return [name, typeof value === 'string' && value !== '' ? value : null]
          }),
        )
        void navigate(withQuery(deskLinks.securityLog(), chosen))
      }}
    >
      <SelectField label={messages.event} name="event" defaultValue={filters.event ?? ''}>
        <option value="">{messages.everything}</option>
        <optgroup label={messages.done}>
          <Kinds of={messages.acts} />
        </optgroup>
        <optgroup label={messages.refused}>
          <Kinds of={messages.refusals} />
        </optgroup>
      </SelectField>
      <TextField
        label={messages.person}
        hint={messages.personHint}
        name="person"
        maxLength={254}
        autoComplete="off"
        defaultValue={filters.person ?? ''}
      />
      <TextField label={messages.from} name="from" type="date" defaultValue={filters.from ?? ''} />
      <TextField label={messages.until} name="until" type="date" defaultValue={filters.until ?? ''} />
      <div className={styles['buttons']}>
        <Button type="submit" variant="secondary" size="lg">
          {messages.show}
        </Button>
        {isFiltered ? (
          <Link className={buttonClass({ variant: 'text' })} to={deskLinks.securityLog()}>
            {messages.clear}
          </Link>
        ) : null}
      </div>
    </form>
  )
}

const Kinds = ({ of }: { of: Readonly<Record<string, string>> }) =>
  Object.entries(of).map(([kind, label]) => (
    <option key={kind} value={kind}>
      {label}
    </option>
  ))
