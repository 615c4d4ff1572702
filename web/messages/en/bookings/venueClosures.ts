import { dateTime, list } from '#messages/format.ts'

/** "Pool closed until Thu 4 Mar, 12:00" */
export const closed = ({
  places,
  from,
  until,
  zone,
  now,
}: {
  places: readonly string[]
  from: Date
  until: Date | null
  zone: string
  now: Date
}): string => {
  const what = places.length === 0 ? 'Closed' : `${list(places)} closed`
  const start = from <= now ? '' : ` from ${dateTime({ at: from, zone })}`
  const end = until === null ? ' until further notice' : ` until ${dateTime({ at: until, zone })}`
  return `${what}${start}${end}`
}

/** "6 closures ahead, the first from Thu 3 Dec, 13:00": several. */
export const closuresAhead = ({ count, first, zone }: { count: number; first: Date; zone: string }): string =>
  `${count} closures ahead, the first from ${dateTime({ at: first, zone })}`
