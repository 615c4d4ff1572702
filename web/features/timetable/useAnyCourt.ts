import { useState } from 'react'
import { useToasts } from '#web/platform/useToasts.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { availabilityOf, isBookable, keyOf, type Bookable } from './availability.ts'
import { callsOf } from './generation.ts'
import { useTimetable } from './timetableContext.ts'

/**
 * Puts whichever court of an hour is free first into the basket: an hour of the list has no id of its own, so its
 * courts are asked for at the click.
 */
export const useAnyCourt = (): { add: (hour: Bookable) => void; asking: string | undefined } => {
  const { client } = useVisit()
  const toasts = useToasts()
  const { venueSlug, activitySlug, day, generation, now, basket } = useTimetable()
  const [asking, setAsking] = useState<string>()
  const add = async (hour: Bookable): Promise<void> => {
    const rowKey = keyOf(hour)
    setAsking(rowKey)
    try {
      const slots = await client.send(callsOf(generation).slots, {
        venue: venueSlug,
        activity: activitySlug,
        date: day,
        startTime: hour.startsAt.format24Hour,
      })
      const free = slots.find(
        (slot) => slot.compositeKey === hour.compositeKey && isBookable(availabilityOf(slot, now)),
      )
      if (free === undefined) toasts.show({ content: 'The last court has just been taken.', colour: 'info' })
      else basket.add([{ id: free.id, type: free.cartType }], rowKey)
    } catch (error) {
      toasts.failure(error)
    } finally {
      setAsking(undefined)
    }
  }
  return { add: (hour) => void add(hour), asking }
}
