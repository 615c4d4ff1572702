import type { ReactNode } from 'react'
import { isDay } from '#contract/time.ts'
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

/** What is not a filter is left out, so that any address shows the log. `before`: the entry after which it goes on. */
export const readLogFilters = <Kind extends string, Of extends string>(
  query: URLSearchParams,
  kind: Kind,
  kinds: Readonly<Record<Of, string>>,
): { filters: LogFilterValues<Kind> & Readonly<Record<Kind, Of | null>>; before: number | null } => {
  const value = (name: string): string => (query.get(name) ?? '').trim()
  const day = (name: string): string | null => (isDay(value(name)) ? value(name) : null)
  const filters = {
    [kind]: value(kind) in kinds ? value(kind) : null,
    person: value('person') === '' ? null : value('person').slice(0, 254),
    from: day('from'),
    until: day('until'),
  } as LogFilterValues<Kind> & Readonly<Record<Kind, Of | null>>
  return { filters, before: /^\d{1,9}$/.test(query.get('before') ?? '') ? Number(query.get('before')) : null }
}

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
