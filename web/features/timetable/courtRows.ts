import { language } from '#messages/format.ts'
import type { BookableSlot } from '#contract/bookables.ts'
import { hoursLabel } from './itemLabels.ts'

export type Court = { id: string; name: string }

/** A time with its slot on each court; undefined where the court has none at that time. */
export type CourtRow = {
  key: string
  first: BookableSlot
  cells: readonly (BookableSlot | undefined)[]
}

/** The courts of a day in natural order of their names: Court 2 before Court 10. */
export const courtsOf = (slots: readonly BookableSlot[]): Court[] =>
  [...new Map(slots.map(({ location: { id, name } }) => [id, { id, name }])).values()].sort((one, other) =>
    one.name.localeCompare(other.name, language, { numeric: true }),
  )

export const rowsOf = (slots: readonly BookableSlot[], courts: readonly Court[]): CourtRow[] => {
  const hours = new Map<string, BookableSlot[]>()
  for (const slot of slots) {
    const key = hoursLabel(slot)
    hours.set(key, [...(hours.get(key) ?? []), slot])
  }
  return [...hours].flatMap(([key, hour]) => {
    const [first] = hour
    const cells = courts.map(({ id }) => hour.find(({ location }) => location.id === id))
    return first === undefined ? [] : [{ key, first, cells }]
  })
}

/** The lowest price of a day in pence. */
export const lowestPrice = (slots: readonly BookableSlot[]): number =>
  slots.reduce((lowest, { price }) => Math.min(lowest, price.raw), Number.POSITIVE_INFINITY)

/** Whether all courts at a time cost more than the lowest price of the day. */
export const isPeak = (cells: CourtRow['cells'], standardPrice: number): boolean =>
  cells.every((slot) => slot === undefined || slot.price.raw > standardPrice)

/** All slots of the times at which at least one of `some` lies, so that no row has holes. */
export const wholeRows = (all: readonly BookableSlot[], some: readonly BookableSlot[]): BookableSlot[] => {
  const hours = new Set(some.map(hoursLabel))
  return all.filter((slot) => hours.has(hoursLabel(slot)))
}
