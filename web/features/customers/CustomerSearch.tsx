import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { CustomerFound } from '#contract/customers.ts'
import * as messages from '#messages/desk/customers.ts'
import { api } from '#web/platform/api.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Badge } from '#web/ui/Layout.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './CustomerSearch.module.css'

/** How long typing must pause before the search is sent. */
const debounceMs = 200
const minimumLetters = 2
/** The server returns no more than this. */
const maximumResults = 20

/** Searches customers as staff type (combobox pattern): arrow keys move, Enter chooses. */
export const CustomerSearch = ({
  label,
  help,
  isFirst = false,
  onChosen,
  children,
}: {
  label: string
  /** What else can be typed; without it, what finds a customer. */
  help?: string
  /** Focus goes here when the dialog opens. */
  isFirst?: boolean
  onChosen: (customer: CustomerFound) => void
  /** What else a query of enough letters finds. */
  children?: (query: string) => ReactNode
}) => {
  const { data: config } = useRead(api.operator.config)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => {
      setQuery(typed.trim())
      setActive(0)
    }, debounceMs)
    return () => {
      clearTimeout(timer)
    }
  }, [typed])
  const isEnough = query.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= minimumLetters
  const { data, error, requesting } = useDeferredRead(api.customers.search, { query }, { when: isEnough })
  const customers = isEnough ? (data ?? []) : []
  const current = customers[Math.min(active, customers.length - 1)]

  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((at) => (customers.length === 0 ? 0 : (at + step + customers.length) % customers.length))
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
          aria-expanded={customers.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current === undefined ? undefined : `${id}-${current.id}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={messages.searchExample}
          data-autofocus={isFirst || undefined}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value)
          }}
          onKeyDown={handleKeyDown}
        />
      </div>
      <p className={styles['status']} role="status">
        {describeResults({
          isEnough,
          isEmpty: typed === '',
          count: customers.length,
          requesting,
          failed: error !== null,
          help:
            help ?? (config.onlineGuestPassesEnabled ? messages.searchHelpWithPasses : messages.searchHelp),
        })}
      </p>
      {error === null ? null : (
        <Notice colour="danger">
          <p>{error.message}</p>
        </Notice>
      )}
      <div id={`${id}-list`} role="listbox" aria-label={messages.customers} className={styles['list']}>
        {customers.map((customer, index) => (
          // The input above keeps the focus and handles the keys.
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
      {isEnough ? children?.(query) : null}
    </div>
  )
}

const describeResults = ({
  isEnough,
  isEmpty,
  count,
  requesting,
  failed,
  help,
}: {
  isEnough: boolean
  isEmpty: boolean
  count: number
  requesting: boolean
  failed: boolean
  help: string
}): string => {
  if (failed) return ''
  if (!isEnough) return isEmpty ? help : messages.typeMore({ letters: minimumLetters })
  if (count === 0) return requesting ? messages.searching : messages.noCustomers
  return count === maximumResults ? messages.firstCustomers({ count }) : messages.customerCount({ count })
}

/** One search result, with the details that distinguish people of the same name. */
export const CustomerLine = ({ customer }: { customer: CustomerFound }) => {
  const { firstName, lastName, reference, dateOfBirth, postcode, email, membershipUser, profilePhoto } =
    customer
  const born = dateOfBirth === null ? '' : messages.born({ date: dateOfBirth.split('-').reverse().join('/') })
  return (
    <>
      {profilePhoto === null ? null : (
        <span className={styles['photo']}>
          <Photo address={profilePhoto} />
        </span>
      )}
      <span className={styles['name']}>
        {firstName} {lastName}
        {membershipUser?.status === 'active' ? <Badge colour="primary">{membershipUser.name}</Badge> : null}
      </span>
      <span className={styles['facts']}>
        {[reference, born, postcode, email].filter((fact) => fact !== '').join(' · ')}
      </span>
    </>
  )
}
