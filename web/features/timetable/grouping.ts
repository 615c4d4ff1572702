import { language } from '#messages/format.ts'
import type { ClockTime } from '#contract/shapes.ts'
import type { BookableSlot } from '#contract/bookables.ts'
import * as messages from '#messages/bookings/timetable.ts'

/** The headings of a day's list, with the start times that each covers. */
const dayParts = [
  { key: 'morning', title: messages.morning, from: '00:00', before: '12:00' },
  { key: 'afternoon', title: messages.afternoon, from: '12:00', before: '17:00' },
  { key: 'evening', title: messages.evening, from: '17:00', before: '24:00' },
]

export type Group<Item> = { title: string; key: string; items: Item[] }

/** By the part of the day each begins in, without empty parts. The order within a part stays. */
export const byDayPart = <Item extends { startsAt: Pick<ClockTime, 'format24Hour'> }>(
  items: readonly Item[],
): Group<Item>[] =>
  dayParts
    .map(({ key, title, from, before }) => ({
      key,
      title,
      items: items.filter(({ startsAt }) => startsAt.format24Hour >= from && startsAt.format24Hour < before),
    }))
    .filter((group) => group.items.length > 0)

/** By court or hall, in natural order of their names: Court 2 before Court 10. */
export const byLocation = (slots: readonly BookableSlot[]): Group<BookableSlot>[] => {
  const groups = new Map<string, Group<BookableSlot>>()
  for (const slot of slots) {
    const { id, name } = slot.location
    const group = groups.get(id) ?? { title: name, key: id, items: [] }
    group.items.push(slot)
    groups.set(id, group)
  }
  return [...groups.values()].sort((one, other) =>
    one.title.localeCompare(other.title, language, { numeric: true }),
  )
}

/** C03: by start, then by end; the order of the server stays between equals. */
export const byStart = <Item extends { timestamp: number; endsAt: Pick<ClockTime, 'format24Hour'> }>(
  items: readonly Item[],
): Item[] =>
  items.toSorted(
    (one, other) =>
      one.timestamp - other.timestamp || one.endsAt.format24Hour.localeCompare(other.endsAt.format24Hour),
  )
