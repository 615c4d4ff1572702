import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import * as messages from '#messages/bookings/venues.ts'
import { withQuery } from '#web/platform/links.ts'
import { useHref, useNavigate, useScreen } from '#web/platform/router.tsx'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { defaultRadius, radii } from './search.ts'
import styles from './VenueSearch.module.css'

/** The search runs this long after the last key, so that not every letter changes the URL. */
const debounceMs = 250

/**
 * Searches venues by name, or near a town or postcode. The search is in the URL: a plain form that works without
 * JavaScript. Typing filters by name only; places are looked up when Search is pressed.
 */
export const VenueSearch = ({
  words,
  radius,
  isVenueName,
}: {
  words: string
  radius: number
  /** Whether a venue's name contains these words. */
  isVenueName: (words: string) => boolean
}) => {
  const { path } = useScreen()
  const { embedded } = usePageContext()
  const navigate = useNavigate()
  const href = useHref()
  const id = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [unmatched, setUnmatched] = useState('')
  useEffect(
    () => () => {
      clearTimeout(timer.current)
    },
    [],
  )
  const search = (q: string, miles: number): void => {
    clearTimeout(timer.current)
    setUnmatched('')
    const changes = {
      q: q === '' ? null : q,
      near: null,
      at: null,
      radius: miles === defaultRadius ? null : String(miles),
    }
    void navigate(withQuery(path, changes), { replace: true, stay: true })
  }
  const filterByName = (form: HTMLFormElement): void => {
    const { q, miles } = formValues(form)
    if (q === '' || isVenueName(q)) search(q, miles)
    else setUnmatched(q)
  }
  return (
    <form
      className={styles['search']}
      role="search"
      method="get"
      action={href('/').split('?')[0]}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        const { q, miles } = formValues(event.currentTarget)
        search(q, miles)
      }}
    >
      {embedded ? <input type="hidden" name="embedded" value="true" /> : null}
      <label className={styles['label']} htmlFor={`${id}-q`}>
        {messages.searchLabel}
      </label>
      <div className={styles['row']}>
        <Icon name="search" size={22} />
        <input
          id={`${id}-q`}
          key={words}
          className={styles['input']}
          type="search"
          name="q"
          defaultValue={words}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          aria-describedby={`${id}-typing`}
          onInput={({ currentTarget: { form } }) => {
            clearTimeout(timer.current)
            if (form === null) return
            timer.current = setTimeout(() => {
              filterByName(form)
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
            onChange={({ currentTarget }) => {
              // A search around a place changes at once; a search by name does not use the radius.
              if (/[?&](near|at)=/.test(path) || (words !== '' && !isVenueName(words)))
                void navigate(withQuery(path, { radius: currentTarget.value }), { replace: true, stay: true })
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
      <div className={styles['below']}>
        <UseMyLocation />
        <p className={styles['typing']} id={`${id}-typing`} role="status">
          {unmatched === '' ? '' : messages.notAName({ query: unmatched })}
        </p>
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

/** Searches near the device, whose position is rounded to about 100 metres. Requested only by this button. */
const UseMyLocation = () => {
  const { path } = useScreen()
  const navigate = useNavigate()
  const [status, setStatus] = useState<LocationStatus>('idle')
  const locate = (): void => {
    setStatus('locating')
    if (!('geolocation' in navigator)) {
      setStatus('refused')
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setStatus('idle')
        const at = `${coords.latitude.toFixed(3)},${coords.longitude.toFixed(3)}`
        void navigate(withQuery(path, { q: null, near: null, at }), { stay: true })
      },
      () => {
        setStatus('refused')
      },
      { maximumAge: 300_000, timeout: 10_000 },
    )
  }
  return (
    <>
      <button
        type="button"
        className={styles['location']}
        aria-busy={status === 'locating' || undefined}
        onClick={locate}
      >
        <Icon name="pin" size={18} />
        {status === 'locating' ? messages.findingLocation : messages.myLocation}
      </button>
      <p role="status" className={styles['refused']}>
        {status === 'refused' ? messages.locationRefused : ''}
      </p>
    </>
  )
}
