import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import * as messages from '#messages/bookings/venues.ts'
import { withQuery } from '#web/platform/links.ts'
import { useHref, useNavigate, useScreen } from '#web/platform/router.tsx'
import { useVisit } from '#web/platform/visit.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { defaultRadius, radii } from './search.ts'
import styles from './VenueSearch.module.css'

/** Waiting this long after a key spares the address a change a letter. */
const afterMs = 250

/**
 * Looks for venues by name, or near a town or postcode. What is looked for stands in the address: a plain form, quicker
 * with script. While somebody types, names alone are looked through; a place is asked for when they say Search.
 */
export const VenueSearch = ({
  wanted,
  radius,
  isNamed,
}: {
  wanted: string
  radius: number
  /** Whether a venue's name holds these words. */
  isNamed: (words: string) => boolean
}) => {
  const { path } = useScreen()
  const { embedded } = useVisit()
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
  const show = (q: string, miles: number): void => {
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
  const typed = (form: HTMLFormElement): void => {
    const { q, miles } = asked(form)
    if (q === '' || isNamed(q)) show(q, miles)
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
        const { q, miles } = asked(event.currentTarget)
        show(q, miles)
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
          key={wanted}
          className={styles['input']}
          type="search"
          name="q"
          defaultValue={wanted}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          aria-describedby={`${id}-typing`}
          onInput={({ currentTarget: { form } }) => {
            clearTimeout(timer.current)
            if (form === null) return
            timer.current = setTimeout(() => {
              typed(form)
            }, afterMs)
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
              // Around a place there is one to change; by name it waits for the search.
              if (/[?&](near|at)=/.test(path) || (wanted !== '' && !isNamed(wanted)))
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

const asked = (form: HTMLFormElement): { q: string; miles: number } => {
  const data = new FormData(form)
  const q = data.get('q')
  const miles = Number(data.get('radius'))
  return { q: typeof q === 'string' ? q.trim() : '', miles: miles > 0 ? miles : defaultRadius }
}

type Asking = 'idle' | 'asking' | 'refused'

/** Where the device is, to some hundred metres; asked by a press of the button and never otherwise. */
const UseMyLocation = () => {
  const { path } = useScreen()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<Asking>('idle')
  const ask = (): void => {
    setAsking('asking')
    if (!('geolocation' in navigator)) {
      setAsking('refused')
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking('idle')
        const at = `${coords.latitude.toFixed(3)},${coords.longitude.toFixed(3)}`
        void navigate(withQuery(path, { q: null, near: null, at }), { stay: true })
      },
      () => {
        setAsking('refused')
      },
      { maximumAge: 300_000, timeout: 10_000 },
    )
  }
  return (
    <>
      <button
        type="button"
        className={styles['location']}
        aria-busy={asking === 'asking' || undefined}
        onClick={ask}
      >
        <Icon name="pin" size={18} />
        {asking === 'asking' ? messages.findingLocation : messages.myLocation}
      </button>
      <p role="status" className={styles['refused']}>
        {asking === 'refused' ? messages.locationRefused : ''}
      </p>
    </>
  )
}
