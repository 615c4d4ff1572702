import type { BookableSlot } from '#contract/bookables.ts'
import { FavouriteToggle } from '#web/features/favourites/FavouriteToggle.tsx'
import { useTimetable } from '#web/features/timetable/timetableContext.ts'
import styles from './FavouritesOfClass.module.css'

/** Adds a class, or who leads it, to the favourites. */
export const FavouritesOfClass = ({
  item: { name, venueName, instructors },
}: {
  item: Pick<BookableSlot, 'name' | 'venueName' | 'instructors'>
}) => {
  const { venueSlug, activitySlug } = useTimetable()
  return (
    <div className={styles['favourites']}>
      <FavouriteToggle
        favourite={{ kind: 'class', venueSlug, activitySlug, name }}
        name={name}
        venueName={venueName}
      />
      {instructors.map(({ id, name: instructor }) => (
        <FavouriteToggle
          key={id}
          favourite={{ kind: 'instructor', instructorId: id }}
          name={instructor}
          venueName=""
        />
      ))}
    </div>
  )
}
