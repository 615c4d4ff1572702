import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import * as messages from '#messages/bookings/search.ts'
import { links, withQuery } from '#web/platform/links.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Link, useHref, useNavigate, useNavigator, useScreen } from '#web/platform/router.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { defaultRadius, radii } from './search.ts'
import styles from './SearchForm.module.css'

/** The search runs this long after the last key, so that not every letter changes the URL. */
const debounceMs = 300

/**
 * Searches activities, venues and places at once. The search is in the URL: a plain form that works without JavaScript.
 * With it, results follow the typing.
 */
export const SearchForm = ({
  words,
  radius,
  popular,
  area,
}: {
  words: string
  radius: number
  /** Activities to start from; none once there is a search. */
  popular: readonly string[]
  /** The first half of a venue's postcode, as an example of a place. */
  area: string | undefined
}) => {
  const { path } = useScreen()
  const { embedded } = usePageContext()
  const { navigate, pending, subscribe } = useNavigator()
  const href = useHref()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A link pressed just after typing is followed; the search would overtake it.
  useEffect(() => {
    const unsubscribe = subscribe(() => {
      if (pending() !== undefined) clearTimeout(timer.current)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer.current)
    }
  }, [subscribe, pending])
  // A link changed the words; while they are typed, the field is ahead of the URL.
  useEffect(() => {
    if (input.current !== null && document.activeElement !== input.current) input.current.value = words
  }, [words])
  const search = (form: HTMLFormElement, isTyping: boolean): void => {
    const { q, miles } = formValues(form)
    const changes = {
      q: q === '' ? null : q,
      near: null,
      radius: miles === defaultRadius ? null : String(miles),
    }
    void navigate(withQuery(path, changes), { replace: isTyping, stay: true })
  }
  return (
    <form
      className={styles['search']}
      role="search"
      method="get"
      action={href('/').split('?')[0]}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        search(event.currentTarget, false)
      }}
    >
      {embedded ? <input type="hidden" name="embedded" value="true" /> : null}
      <label className={styles['label']} htmlFor={`${id}-q`}>
        {messages.label}
      </label>
      <div className={styles['row']}>
        <Icon name="search" size={22} />
        <input
          id={`${id}-q`}
          ref={input}
          className={styles['input']}
          type="search"
          name="q"
          defaultValue={words}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          aria-describedby={words === '' ? `${id}-hint` : undefined}
          onInput={({ currentTarget: { form } }) => {
            clearTimeout(timer.current)
            if (form === null) return
            timer.current = setTimeout(() => {
              search(form, true)
            }, debounceMs)
          }}
        />
        <span className={styles['within']}>
          <label htmlFor={`${id}-radius`}>{messages.within}</label>
          <select
            id={`${id}-radius`}
            key={radius}
            name="radius"
            className={styles['radius']}
            defaultValue={radius}
            aria-label={messages.radiusLabel}
            onChange={({ currentTarget: { form, value } }) => {
              // What was typed just before is searched as well.
              if (form !== null && formValues(form).q !== words) search(form, true)
              else if (/[?&](q|near|at)=/.test(path))
                void navigate(withQuery(path, { radius: value }), { replace: true, stay: true })
            }}
          >
            {[...new Set([...radii, radius])]
              .toSorted((a, b) => a - b)
              .map((miles) => (
                <option key={miles} value={miles}>
                  {messages.radius({ count: miles })}
                </option>
              ))}
          </select>
        </span>
        <Button type="submit" size="lg">
          {messages.search}
        </Button>
      </div>
      {/* With a search, the results come up into its space, which is a third of a phone's screen. */}
      {words === '' ? (
        <p className={styles['hint']} id={`${id}-hint`}>
          {messages.hint({ activities: popular, area })}
        </p>
      ) : null}
      <div className={styles['below']}>
        <UseLocation />
        {popular.length === 0 ? null : (
          <ul role="list" className={styles['popular']} aria-label={messages.popular}>
            {popular.map((name) => (
              <li key={name}>
                <Link className={styles['chip']} to={withQuery(links.home(), { q: name })} stay>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </form>
  )
}

const formValues = (form: HTMLFormElement): { q: string; miles: number } => {
  const data = new FormData(form)
  const q = data.get('q')
  const miles = Number(data.get('radius'))
  return { q: typeof q === 'string' ? q.trim() : '', miles: miles > 0 ? miles : defaultRadius }
}

type LocationStatus = 'idle' | 'locating' | 'refused'

/** Searches near the device, whose position is rounded to about 100 metres. Requested only by these buttons. */
const UseLocation = () => {
  const { path } = useScreen()
  const navigate = useNavigate()
  const [status, setStatus] = useState<LocationStatus>('idle')
  const locate = (changes: { q?: string }): void => {
    setStatus('locating')
    if (!('geolocation' in navigator)) {
      setStatus('refused')
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setStatus('idle')
        const at = `${coords.latitude.toFixed(3)},${coords.longitude.toFixed(3)}`
        void navigate(withQuery(path, { near: null, ...changes, at }), { stay: true })
      },
      () => {
        setStatus('refused')
      },
      { maximumAge: 300_000, timeout: 10_000 },
    )
  }
  return (
    <div className={styles['locations']}>
      <button
        type="button"
        className={`${styles['location'] ?? ''} ${styles['tonight'] ?? ''}`}
        aria-busy={status === 'locating' || undefined}
        onClick={() => {
          locate({ q: messages.tonightWord })
        }}
      >
        <Icon name="clock" size={18} />
        {messages.tonightNearMe}
      </button>
      <button
        type="button"
        className={styles['location']}
        aria-busy={status === 'locating' || undefined}
        onClick={() => {
          locate({})
        }}
      >
        <Icon name="pin" size={18} />
        {status === 'locating' ? messages.findingLocation : messages.myLocation}
      </button>
      <p role="status" className={styles['refused']}>
        {status === 'refused' ? messages.locationRefused : ''}
      </p>
    </div>
  )
}
