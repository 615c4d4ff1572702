import { useEffect, useRef, type FormEvent } from 'react'
import { withQuery } from '#web/platform/links.ts'
import { useHref, useNavigate, useScreen } from '#web/platform/router.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './VenueSearch.module.css'

/** Waiting this long after a key spares the address a change a letter. */
const afterMs = 250

/** Looks for a venue by name. What is looked for stands in the address (`?q=`): a plain form, quicker with script. */
export const VenueSearch = ({ wanted }: { wanted: string }) => {
  const { path } = useScreen()
  const navigate = useNavigate()
  const href = useHref()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
    },
    [],
  )
  const search = (form: HTMLFormElement | null): void => {
    clearTimeout(timer.current)
    const q = form === null ? null : new FormData(form).get('q')
    const words = typeof q === 'string' && q.trim() !== '' ? q.trim() : null
    void navigate(withQuery(path, { q: words }), { replace: true, stay: true })
  }
  return (
    <form
      className={styles['search']}
      role="search"
      method="get"
      action={href('/')}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        search(event.currentTarget)
      }}
      onInput={({ currentTarget }) => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          search(currentTarget)
        }, afterMs)
      }}
    >
      <label className={styles['label']} htmlFor="venue-search">
        Find a venue by name
      </label>
      <div className={styles['row']}>
        <Icon name="search" size={22} />
        <input
          id="venue-search"
          className={styles['input']}
          type="search"
          name="q"
          defaultValue={wanted}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button type="submit" size="lg">
          Search
        </Button>
      </div>
    </form>
  )
}
