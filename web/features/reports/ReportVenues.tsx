import { useState } from 'react'
import * as messages from '#messages/desk/reports.ts'
import { api } from '#web/platform/api.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { venueChoice } from '#web/platform/VenueField.tsx'
import { TextField } from '#web/ui/Field.tsx'
import styles from './ReportVenues.module.css'

/** So many venues are offered without a search. */
const mostWithoutSearch = 20

/**
 * Chooses some venues, or none for all of them. Where there are many, a search finds more to choose from.
 * @param selected slugs with commas between them, as the loader has passed them to `venueChoice`
 */
export const ReportVenues = ({ selected }: { selected: string | undefined }) => {
  const { data: first } = useRead(api.venues.search, venueChoice(selected))
  const [chosen, setChosen] = useState(() =>
    first.venues.filter(({ slug }) => slugsOf(selected).includes(slug)),
  )
  const [words, setWords] = useState('')
  const found = useDeferredRead(api.venues.search, { search: words }, { when: words !== '' })
  const hasSearch = first.total > mostWithoutSearch
  const offered = hasSearch ? (words === '' ? [] : (found.data?.venues ?? [])) : first.venues
  const isChosen = (slug: string): boolean => chosen.some((venue) => venue.slug === slug)
  const listed = hasSearch
    ? [...chosen, ...offered.filter(({ slug }) => !isChosen(slug)).slice(0, mostWithoutSearch)]
    : offered
  return (
    <details className={styles['venues']}>
      <summary>{messages.chosenVenues(chosen.map(({ name }) => name))}</summary>
      <fieldset className={styles['panel']}>
        <legend hidden>{messages.venues}</legend>
        <p>{messages.venuesHint}</p>
        {hasSearch ? (
          <TextField
            label={messages.findVenue}
            type="search"
            autoComplete="off"
            maxLength={100}
            onInput={({ currentTarget: { value } }) => {
              setWords(value.trim())
            }}
            onKeyDown={(event) => {
              // The form is sent by its button.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        ) : null}
        <div className={styles['choices']}>
          {listed.map((venue) => (
            <label key={venue.slug} className={styles['chip']}>
              <input
                type="checkbox"
                name="venues"
                value={venue.slug}
                checked={isChosen(venue.slug)}
                onChange={({ target }) => {
                  setChosen(
                    target.checked ? [...chosen, venue] : chosen.filter(({ slug }) => slug !== venue.slug),
                  )
                }}
              />
              <span>{venue.name}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </details>
  )
}

const slugsOf = (venues: string | undefined): string[] => (venues ?? '').split(',')
