import type { ReactNode } from 'react'
import * as messages from '#messages/desk/securityLog.ts'
import { withQuery } from '#web/platform/links.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import styles from './SecurityLog.module.css'

/** As the address of a log's page has them; null where it has none. `kind` is what happened or what was done. */
export type LogFilterValues<Kind extends string> = Readonly<
  Record<Kind | 'person' | 'from' | 'until', string | null>
>

/** Chooses what a log shows. The page's address has the choice, so it works without script. */
export const LogFilters = <Kind extends string>({
  path,
  kind,
  personHint,
  filters,
}: {
  /** Of the log's page. */
  path: string
  kind: { name: Kind; label: string; options: ReactNode }
  personHint: string
  filters: LogFilterValues<Kind>
}) => {
  const navigate = useNavigate()
  const names = [kind.name, 'person', 'from', 'until'] as const
  const isFiltered = names.some((name) => filters[name] !== null)
  return (
    <form
      method="get"
      className={styles['filters']}
      onSubmit={(submitted) => {
        submitted.preventDefault()
        const given = new FormData(submitted.currentTarget)
        const chosen = Object.fromEntries(
          names.map((name) => {
            const value = given.get(name)
            return [name, typeof value === 'string' && value !== '' ? value : null]
          }),
        )
        void navigate(withQuery(path, chosen))
      }}
    >
      <SelectField label={kind.label} name={kind.name} defaultValue={filters[kind.name] ?? ''}>
        <option value="">{messages.everything}</option>
        {kind.options}
      </SelectField>
      <TextField
        label={messages.person}
        hint={personHint}
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
          <Link className={buttonClass({ variant: 'text' })} to={path}>
            {messages.clear}
          </Link>
        ) : null}
      </div>
    </form>
  )
}

/** The choices of one kind under a heading. */
export const FilterGroup = ({ label, of }: { label: string; of: Readonly<Record<string, string>> }) => (
  <optgroup label={label}>
    {Object.entries(of).map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </optgroup>
)
