import type { ComponentProps } from 'react'
import { listAddress, type TimetableState } from '#web/features/timetable/addresses.ts'
import { ViewChoice } from '#web/features/timetable/ViewChoice.tsx'
import { links } from '#web/platform/links.ts'
import { useHref } from '#web/platform/router.tsx'
import styles from './TimeSlotPage.module.css'
import { LengthChoice, TimetableFilters } from './timeSlotParts.tsx'

type Choices = ComponentProps<typeof TimetableFilters>['choices']

/** What a day's list can be narrowed or changed by: its filters, the length of a court's hour, the view. */
export const TimetableTools = ({
  state,
  lengths,
  onFilters,
  ...choices
}: {
  state: TimetableState
  lengths: ComponentProps<typeof LengthChoice>['lengths']
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
      {lengths.length > 1 ? (
        <div className={styles['length']}>
          <LengthChoice
            lengths={lengths}
            chosen={activitySlug}
            lengthTo={(slug) => listAddress(state, { activitySlug: slug })}
          />
        </div>
      ) : null}
      {kind === 'courts' ? (
        <div className={styles['view']}>
          <ViewChoice view={view} viewTo={(other) => listAddress(state, { view: other })} />
        </div>
      ) : null}
    </div>
  )
}
