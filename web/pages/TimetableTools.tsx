import type { ComponentProps } from 'react'
import { listAddress, type TimetableState } from '#web/features/timetable/addresses.ts'
import { ViewChoice } from '#web/features/timetable/ViewChoice.tsx'
import { links } from '#web/platform/links.ts'
import { useHref } from '#web/platform/router.tsx'
import styles from './TimeSlotPage.module.css'
import { LengthChoice, LocationChoice, TimetableFilters } from './timeSlotParts.tsx'

type Choices = ComponentProps<typeof TimetableFilters>['choices']

/** What a day's list can be narrowed or changed by: its filters, and one row of the view, the length and the court. */
export const TimetableTools = ({
  state,
  lengths,
  locations,
  onFilters,
  ...choices
}: {
  state: TimetableState
  lengths: ComponentProps<typeof LengthChoice>['lengths']
  locations: ComponentProps<typeof LocationChoice>['locations']
  onFilters: ComponentProps<typeof TimetableFilters>['onChange']
} & Choices) => {
  const href = useHref()
  const { venueSlug, activitySlug, day, kind, view, isViewNamed, filters } = state
  const dayTo = links.timeSlots(venueSlug, activitySlug, day, isViewNamed ? view : undefined)
  const query = new URLSearchParams(href(listAddress(state)).split('?')[1])
  return (
    <div className={styles['tools']}>
      <TimetableFilters
        filters={filters}
        kind={kind}
        choices={choices}
        action={href(dayTo).split('?')[0] ?? ''}
        hiddenFields={Object.fromEntries(
          [...query].filter(([name]) => name === 'embedded' || name === 'location'),
        )}
        onChange={onFilters}
      />
      {kind === 'courts' ? (
        <div className={styles['switches']}>
          <ViewChoice view={view} viewTo={(other) => listAddress(state, { view: other })} />
          {lengths.length > 1 ? (
            <LengthChoice
              lengths={lengths}
              chosen={activitySlug}
              lengthTo={(slug) => listAddress(state, { activitySlug: slug })}
            />
          ) : null}
          {view === 'location' ? (
            <div className={styles['courts']}>
              <LocationChoice
                locations={locations}
                chosen={state.location}
                locationTo={(id) => listAddress(state, { location: id })}
              />
            </div>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
