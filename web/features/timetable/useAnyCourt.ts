import { useState } from 'react'
import * as messages from '#messages/bookings/timetable.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { availabilityOf, isBookable, keyOf, type Bookable } from './availability.ts'
import { callsOf } from './generation.ts'
import { useTimetable } from './timetableContext.ts'

/**
 * Adds the first free court of an hour to the basket. An hour over all courts has no id, so its courts are read on the
 * click.
 */
export const useAnyCourt = (): { add: (hour: Bookable) => void; pendingRowKey: string | undefined } => {
  const { client } = usePageContext()
  const toasts = useToasts()
  const { venueSlug, activitySlug, day, generation, now, basket } = useTimetable()
  const [pendingRowKey, setPendingRowKey] = useState<string>()
  const add = async (hour: Bookable): Promise<void> => {
    const rowKey = keyOf(hour)
    setPendingRowKey(rowKey)
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
      if (free === undefined) toasts.show({ content: messages.lastCourtTaken, colour: 'info' })
      else basket.add([{ id: free.id, type: free.cartType, applyPackage: false }], rowKey)
    } catch (error) {
      toasts.failure(error)
    } finally {
      setPendingRowKey(undefined)
    }
  }
  return { add: (hour) => void add(hour), pendingRowKey }
}
