import { Temporal } from 'temporal-polyfill'

const two = (number: number): string => String(Math.trunc(Math.abs(number))).padStart(2, '0')

/** Nanoseconds east of Greenwich as `+0100`. */
const offset = (nanoseconds: number): string => {
  const minutes = nanoseconds / 60_000_000_000
  return `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}${two(minutes % 60)}`
}

const onTheWall = (at: Temporal.PlainDateTime): string =>
  at.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')

const nameAt = (at: Temporal.Instant, zone: string): string =>
  formatOf(zone)
    .formatToParts(new Date(at.epochMilliseconds))
    .find((part) => part.type === 'timeZoneName')?.value ?? zone

/** Making a format takes longer than all else in a calendar file, and there are as many as zones of venues. */
const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' })
  formats.set(zone, format)
  return format
}

/**
 * The zone as a calendar file must carry it, or some programs show its times an hour off: each change of the
 * clocks that bears on the years from `from` to `until`.
 * @param zone IANA name
 */
export const vtimezone = (zone: string, from: Date, until: Date): string => {
  const start = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone)
  const end = Temporal.Instant.fromEpochMilliseconds(until.getTime())
    .toZonedDateTimeISO(zone)
    .add({ years: 1 })
  const lines = ['BEGIN:VTIMEZONE', `TZID:${zone}`]
  // The change before the first time is the one in force at it.
  let change = start.getTimeZoneTransition('previous')
  if (change === null)
    lines.push(
      ...rule(
        'STANDARD',
        start.offsetNanoseconds,
        start.offsetNanoseconds,
        '19700101T000000',
        nameAt(start.toInstant(), zone),
      ),
    )
  change ??= start.getTimeZoneTransition('next')
  while (change !== null && Temporal.ZonedDateTime.compare(change, end) <= 0) {
    const before = change.subtract({ nanoseconds: 1 }).offsetNanoseconds
    const after = change.offsetNanoseconds
    const began = change.toInstant().toZonedDateTimeISO('UTC').toPlainDateTime().add({ nanoseconds: before })
    lines.push(
      ...rule(
        after > before ? 'DAYLIGHT' : 'STANDARD',
        before,
        after,
        onTheWall(began),
        nameAt(change.toInstant(), zone),
      ),
    )
    change = change.getTimeZoneTransition('next')
  }
  return [...lines, 'END:VTIMEZONE'].join('\r\n')
}

const rule = (
  kind: 'STANDARD' | 'DAYLIGHT',
  before: number,
  after: number,
  began: string,
  name: string,
): string[] => [
  `BEGIN:${kind}`,
  `DTSTART:${began}`,
  `TZOFFSETFROM:${offset(before)}`,
  `TZOFFSETTO:${offset(after)}`,
  `TZNAME:${name}`,
  `END:${kind}`,
]
