import type { BookableSlot, ClockTime } from '#contract/shapes.ts'

/** Headings of a day, so that a reader can jump (Cal.com users asked for them). */
export type DayPart = 'Morning' | 'Afternoon' | 'Evening'

const dayPartOf = ({ format24Hour }: Pick<ClockTime, 'format24Hour'>): DayPart => {
  if (format24Hour < '12:00') return 'Morning'
  return format24Hour < '17:00' ? 'Afternoon' : 'Evening'
}

export type Group<Item> = { title: string; key: string; items: Item[] }

/** By the part of the day each begins in; parts with nothing in them are left out. The order within stays. */
export const byDayPart = <Item extends { startsAt: Pick<ClockTime, 'format24Hour'> }>(
  items: readonly Item[],
): Group<Item>[] =>
  (['Morning', 'Afternoon', 'Evening'] as const)
    .map((part) => ({
      title: part,
      key: part,
      items: items.filter((item) => dayPartOf(item.startsAt) === part),
    }))
    .filter((group) => group.items.length > 0)

/** By court or hall, in the order of their names as people count: Court 2 before Court 10. */
export const byLocation = (slots: readonly BookableSlot[]): Group<BookableSlot>[] => {
  const groups = new Map<string, Group<BookableSlot>>()
  for (const slot of slots) {
    const { id, name } = slot.location
    const group = groups.get(id) ?? { title: name, key: id, items: [] }
    group.items.push(slot)
    groups.set(id, group)
  }
  return [...groups.values()].sort((one, other) =>
    one.title.localeCompare(other.title, 'en-GB', { numeric: true }),
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
