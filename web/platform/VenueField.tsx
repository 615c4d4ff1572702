import { useEffect, useRef, useState, type ReactNode } from 'react'
import * as messages from '#messages/shared/venueField.ts'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { api } from './api.ts'
import { useDeferredRead, useRead } from './queries.ts'
import styles from './VenueField.module.css'

const debounceMs = 200

/** What a page's loader reads for the field: the first venues, and the one selected. */
export const venueChoice = (selected: string | null | undefined): { selected?: string } =>
  selected == null || selected === '' ? {} : { selected }

/**
 * Chooses a venue. Where there are more than a list can hold, a search above the list changes what it holds.
 * Without script the list has the first ones and the one selected before.
 */
export const VenueField = ({
  label,
  name,
  selected = '',
  defaultValue = selected,
  noVenueLabel,
  isOpenOnly = false,
  optional = false,
  errors,
  onChosen,
}: {
  label: ReactNode
  name: string
  /** The slug that the loader has passed to `venueChoice`. */
  selected?: string | undefined
  /** The slug at first, when it is another of those listed; none: the first venue, or no venue. */
  defaultValue?: string | undefined
  /** The option of no venue; without it a venue must be chosen. */
  noVenueLabel?: string | undefined
  /** Closed venues are left out. */
  isOpenOnly?: boolean
  optional?: boolean
  errors?: readonly string[] | undefined
  onChosen?: (slug: string) => void
}) => {
  const { data: first } = useRead(api.venues.search, venueChoice(selected))
  const [words, setWords] = useState('')
  const found = useDeferredRead(api.venues.search, { search: words }, { when: words !== '' })
  const [listed, setListed] = useState(first)
  // The last list remains while the next one loads.
  const current = words === '' ? first : found.data
  if (current !== undefined && current !== listed) setListed(current)
  const [chosen, setChosen] = useState(() => first.venues.find(({ slug }) => slug === defaultValue))
  // Uncontrolled, so that a choice made before the script runs is kept.
  const select = useRef<HTMLSelectElement>(null)

  const hasSearch = first.total > first.venues.length
  const venues = listed.venues.filter(({ closed }) => !closed || !isOpenOnly)
  const isChosenListed = chosen === undefined || venues.some(({ slug }) => slug === chosen.slug)
  const options = isChosenListed ? venues : [chosen, ...venues]
  return (
    <div className={styles['field']}>
      {hasSearch ? (
        <div className={styles['search']}>
          <VenueSearchField
            onSearch={(next) => {
              setChosen(options.find(({ slug }) => slug === select.current?.value))
              setWords(next)
            }}
            onEnter={(typed) => {
              // What is listed may still be what earlier words have found.
              if (typed === '' || typed !== words || found.data === undefined) return
              const [only] = venues
              if (venues.length !== 1 || only === undefined || select.current === null) return
              select.current.value = only.slug
              onChosen?.(only.slug)
            }}
          />
          <p role="status" className={styles['status']}>
            {found.error?.message ??
              (current === undefined
                ? messages.searching
                : messages.listedVenues({
                    count: venues.length,
                    total: listed.total,
                    isSearch: words !== '',
                  }))}
          </p>
        </div>
      ) : null}
      <SelectField
        label={label}
        name={name}
        optional={optional}
        ref={select}
        defaultValue={defaultValue}
        errors={errors}
        onChange={({ currentTarget: { value } }) => {
          // The list that a running search is about to bring must have it as well.
          if (current === undefined) setChosen(options.find(({ slug }) => slug === value))
          onChosen?.(value)
        }}
      >
        {noVenueLabel === undefined ? null : <option value="">{noVenueLabel}</option>}
        {options.map((venue) => (
          <option key={venue.slug} value={venue.slug}>
            {hasSearch ? `${venue.name}, ${venue.town}` : venue.name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

const VenueSearchField = ({
  onSearch,
  onEnter,
}: {
  onSearch: (words: string) => void
  onEnter: (words: string) => void
}) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
    },
    [],
  )
  return (
    <TextField
      label={messages.findVenue}
      hint={messages.findVenueHint}
      type="search"
      autoComplete="off"
      maxLength={100}
      onInput={({ currentTarget: { value } }) => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          onSearch(value.trim())
        }, debounceMs)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // Enter chooses the only venue found; it does not submit the form round the field.
        event.preventDefault()
        onEnter(event.currentTarget.value.trim())
      }}
    />
  )
}
