import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { CustomerFound } from '#contract/customers.ts'
import { api } from '#web/platform/api.ts'
import { useLateRead } from '#web/platform/queries.ts'
import { Badge } from '#web/ui/Layout.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './CustomerSearch.module.css'

/** How long somebody pauses before what they typed is looked for. */
const pauseMs = 200
const fewestLetters = 2

/** Finds a customer while staff type: arrows choose, Enter takes. */
export const CustomerSearch = ({
  label,
  isFirst = false,
  onChosen,
}: {
  label: string
  /** Focus goes here when the dialog opens. */
  isFirst?: boolean
  onChosen: (customer: CustomerFound) => void
}) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => {
      setQuery(typed.trim())
      setActive(0)
    }, pauseMs)
    return () => {
      clearTimeout(timer)
    }
  }, [typed])
  const isEnough = query.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= fewestLetters
  const { data, error, requesting } = useLateRead(api.customers.search, { query }, { when: isEnough })
  const found = isEnough ? (data ?? []) : []
  const current = found[Math.min(active, found.length - 1)]

  const pressed = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((at) => (found.length === 0 ? 0 : (at + step + found.length) % found.length))
    }
    if (event.key === 'Enter' && current !== undefined && typed.trim() === query) {
      event.preventDefault()
      onChosen(current)
    }
  }
  return (
    <div className={styles['search']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={styles['box']}>
        <Icon name="search" />
        <input
          ref={input}
          id={id}
          className={styles['input']}
          type="text"
          inputMode="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current === undefined ? undefined : `${id}-${current.id}`}
          autoComplete="off"
          spellCheck={false}
          placeholder="Name, e-mail, reference or postcode"
          data-autofocus={isFirst || undefined}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value)
          }}
          onKeyDown={pressed}
        />
      </div>
      <p className={styles['status']} role="status">
        {saying({ isEnough, isTyped: typed !== '', count: found.length, requesting, failed: error !== null })}
      </p>
      {error === null ? null : (
        <Notice colour="danger">
          <p>{error.message}</p>
        </Notice>
      )}
      <div id={`${id}-list`} role="listbox" aria-label="Customers" className={styles['list']}>
        {found.map((customer, index) => (
          // Keys are read by the box above, which keeps the focus.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={customer.id}
            id={`${id}-${customer.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={customer === current}
            className={styles['option']}
            onPointerMove={() => {
              if (index !== active) setActive(index)
            }}
            onClick={() => {
              onChosen(customer)
            }}
          >
            <CustomerLine customer={customer} />
          </div>
        ))}
      </div>
    </div>
  )
}

const saying = (now: {
  isEnough: boolean
  isTyped: boolean
  count: number
  requesting: boolean
  failed: boolean
}): string => {
  if (now.failed) return ''
  if (!now.isEnough) return now.isTyped ? 'Type at least 2 letters.' : ''
  if (now.count === 0)
    return now.requesting ? 'Looking…' : 'Nobody of that name. Try the e-mail or the postcode.'
  return `${now.count} ${now.count === 1 ? 'customer' : 'customers'}${now.count === 20 ? ', the first 20' : ''}`
}

/** What tells people of one name apart. */
export const CustomerLine = ({ customer }: { customer: CustomerFound }) => {
  const { firstName, lastName, reference, dateOfBirth, postcode, email, membershipUser } = customer
  const born = dateOfBirth === null ? [] : [`born ${dateOfBirth.split('-').reverse().join('/')}`]
  return (
    <>
      <span className={styles['name']}>
        {firstName} {lastName}
        {membershipUser?.status === 'active' ? <Badge colour="primary">{membershipUser.name}</Badge> : null}
      </span>
      <span className={styles['facts']}>
        {[reference, ...born, postcode, email].filter((fact) => fact !== '').join(' · ')}
      </span>
    </>
  )
}
