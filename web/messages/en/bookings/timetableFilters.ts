import { plural } from '#messages/format.ts'

/** The filters of the timetable. */

export const filters = 'Filters'
export const filtersOn = ({ count }: { count: number }): string =>
  plural(count, { one: `Filters, ${count} filter on`, other: `Filters, ${count} filters on` })
export const from = 'From'
export const until = 'Until'
export const anyTime = 'Any time'
export const hideUnavailable = "Hide what can't be booked or waited for"
export const alsoUnavailable = 'Show unavailable'
export const applyFilters = 'Apply filters'
export const type = 'Type'
