import { decimals } from '#contract/money.ts'
import { daysAfter, localDay, localMinutes } from '#contract/time.ts'
import { timeOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { slugFrom, weekdaysAsSlug } from './files/references.ts'
import {
  blockBookingsOf,
  closuresOf,
  instructorsOf,
  linesOf,
  oneOffsOf,
  priceStepsOf,
  pricesOf,
  tagsOf,
} from './sql/export.ts'

/* The CSV files of an operator, from the catalogue in force. */

type Cell = string | number | boolean | null

/** A row by its columns; `venue` is where it holds. */
type TableRow = { venue: string } & Readonly<Record<string, Cell>>

/** The CSV files by name: all of them, so that none seems to be missing when they are imported. */
export const exportTables = async (tx: Tx, operatorId: number, now: Date): Promise<Map<string, string>> => {
  const names = {
    instructors: new Map((await instructorsOf(tx, operatorId)).map(({ id, slug }) => [id, slug])),
    tags: new Map((await tagsOf(tx, operatorId)).map(({ id, slug }) => [id, slug])),
  }
  return new Map([
    ['prices.csv', csvOf(columns.prices, mergeVenues(await priceRows(tx, operatorId), ['position']))],
    ['price_steps.csv', csvOf(columns.priceSteps, mergeVenues(await stepRows(tx, operatorId)))],
    ['timetable.csv', csvOf(columns.timetable, mergeVenues(await lineRows(tx, operatorId, names)))],
    ['sessions.csv', csvOf(columns.sessions, await sessionRows(tx, operatorId, names, now))],
    ['closures.csv', csvOf(columns.closures, await closureRows(tx, operatorId, now))],
    ['block_bookings.csv', csvOf(columns.blockBookings, mergeVenues(await blockRows(tx, operatorId)))],
  ])
}

/** The columns of each table, in the order in which they are written. */
const columns = {
  prices: 'activity venue ticket band option name price concession vat_rate age_min age_max proof',
  priceSteps: 'activity venue ticket band option from price',
  timetable:
    'activity venue name days start minutes until every locations capacity band instructors tags from to except description key',
  sessions: 'activity venue name date start minutes location capacity band instructors tags description key',
  closures: 'venue locations date until days start end opens_on opens_at reason',
  blockBookings: 'activity venue locations days start until from to places desk_only note key',
}

/**
 * Rows that differ in their venue alone are one row of several venues. What shares a position came from one row, so the
 * order within a venue stays.
 * @param hidden columns that tell rows apart and are not written
 */
const mergeVenues = (table: readonly TableRow[], hidden: readonly string[] = []): TableRow[] => {
  const merged = new Map<string, TableRow>()
  for (const { venue, ...rest } of table) {
    const key = JSON.stringify(rest)
    const before = merged.get(key)
    const written = Object.fromEntries(Object.entries(rest).filter(([column]) => !hidden.includes(column)))
    merged.set(key, { ...written, venue: before === undefined ? venue : `${before.venue} ${venue}` })
  }
  return [...merged.values()]
}

/** Slugs come first: no line then begins with the sign of a comment. */
const csvOf = (names: string, table: readonly TableRow[]): string => {
  const header = names.split(' ')
  const lines = [header, ...table.map((row) => header.map((column) => cellText(row[column] ?? null)))]
  return `${lines.map((cells) => cells.map(quotedCell).join(',')).join('\n')}\n`
}

const cellText = (cell: Cell): string =>
  typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : cell === null ? '' : String(cell)

const quotedCell = (text: string): string =>
  /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const daysText = (weekdays: readonly number[]): string =>
  weekdays.length === dayNames.length ? 'daily' : weekdays.map((day) => dayNames[day - 1]).join(' ')

const clock = (time: string): string => time.slice(0, 5)

type Names = Record<'instructors' | 'tags', ReadonlyMap<number, string>>

const slugList = (ids: readonly number[], names: ReadonlyMap<number, string>): string =>
  ids.flatMap((id) => names.get(id) ?? []).join(' ')

const priceRows = async (tx: Tx, operatorId: number): Promise<TableRow[]> =>
  (await pricesOf(tx, operatorId)).map(({ price, ageMin, ageMax, vatRate, ...row }) => ({
    ...row,
    price: decimals(price),
    vat_rate: vatRate === null ? null : vatRate / 100,
    age_min: ageMin,
    age_max: ageMax,
  }))

const stepRows = async (tx: Tx, operatorId: number): Promise<TableRow[]> =>
  (await priceStepsOf(tx, operatorId)).map(({ price, fromDay, ...row }) => ({
    ...row,
    from: fromDay,
    price: decimals(price),
  }))

/** A slug that follows from the row needs no key. */
const keyUnless = (slug: string, automatic: string): string => (slug === automatic ? '' : slug)

/** A single day stands for itself. */
const exceptionText = (days: string): string => {
  const [from, until] = days.split('..')
  return from === until ? (from ?? '') : days
}

const lineRows = async (tx: Tx, operatorId: number, names: Names): Promise<TableRow[]> =>
  (await linesOf(tx, operatorId)).map((line) => {
    const { venue, activity, slug, name, description, band, capacity, locations, weekdays } = line
    const start = clock(line.startTime)
    return {
      activity,
      venue,
      key: keyUnless(
        slug,
        slugFrom(weekdaysAsSlug(weekdays), start.replace(':', ''), locations.join('-'), name, line.validFrom),
      ),
      name,
      days: daysText(weekdays),
      start,
      minutes: line.durationMinutes,
      until: line.untilTime === null ? null : clock(line.untilTime),
      every: line.stepMinutes,
      locations: locations.join(' '),
      capacity,
      band,
      instructors: slugList(line.instructorIds, names.instructors),
      tags: slugList(line.tagIds, names.tags),
      from: line.validFrom,
      to: line.validUntil,
      except: line.exceptions.map(exceptionText).join(' '),
      description,
    }
  })

const sessionRows = async (tx: Tx, operatorId: number, names: Names, now: Date): Promise<TableRow[]> =>
  (await oneOffsOf(tx, operatorId, now)).map((session) => {
    const { venue, activity, location, startsAt, endsAt, timezone, band, capacity } = session
    const slug = session.slug ?? ''
    const name = session.name === session.activityName ? null : session.name
    const own = session.kind === 'courts' ? null : session.activityDescription
    const date = localDay(startsAt, timezone)
    const start = timeOf(localMinutes(startsAt, timezone))
    return {
      activity,
      venue,
      key: keyUnless(slug, slugFrom(date, start.replace(':', ''), location, name)),
      name,
      date,
      start,
      minutes: (endsAt.getTime() - startsAt.getTime()) / 60_000,
      location,
      capacity,
      band,
      instructors: slugList(session.instructorIds, names.instructors),
      tags: slugList(session.tagIds, names.tags),
      description: session.description === own ? null : session.description,
    }
  })

/**
 * Closures that begin and end on one day, of which those that follow each other with the same hours are one row; and
 * those from an hour of a day to an hour of another.
 */
const closureRows = async (tx: Tx, operatorId: number, now: Date): Promise<TableRow[]> => {
  const table: { venue: string; until: string; [column: string]: string }[] = []
  for (const { venue, timezone, location, startsAt, endsAt, reason } of await closuresOf(
    tx,
    operatorId,
    now,
  )) {
    const date = localDay(startsAt, timezone)
    const start = timeOf(localMinutes(startsAt, timezone))
    const place = { venue, locations: location ?? '' }
    const opensOn = endsAt === null ? 'later' : localDay(endsAt, timezone)
    const opensAt = endsAt === null ? '' : timeOf(localMinutes(endsAt, timezone))
    const isMidnight = opensOn === daysAfter(date, 1) && opensAt === '00:00'
    if (opensOn !== date && !isMidnight) {
      table.push({ ...place, date, until: '', start, opens_on: opensOn, opens_at: opensAt, reason })
      continue
    }
    const row = { ...place, start, end: isMidnight ? '24:00' : opensAt, reason }
    const before = table.findLast(
      (one) =>
        one.until !== '' &&
        daysAfter(one.until, 1) === date &&
        Object.entries(row).every(([column, cell]) => one[column] === cell),
    )
    if (before === undefined) table.push({ ...row, date, until: date })
    else before.until = date
  }
  return table
}

const blockRows = async (tx: Tx, operatorId: number): Promise<TableRow[]> =>
  (await blockBookingsOf(tx, operatorId)).map((block) => {
    const { venue, activity, slug, location, weekdays, places, deskOnly, note } = block
    const start = clock(block.startTime)
    const key = location === null ? slug : slug.slice(0, -(location.length + 1))
    const automatic = slugFrom(
      deskOnly ? 'kept' : '',
      weekdaysAsSlug(weekdays),
      start.replace(':', ''),
      block.validFrom,
    )
    return {
      activity,
      venue,
      key: keyUnless(key, automatic),
      locations: location,
      days: daysText(weekdays),
      start,
      until: clock(block.untilTime),
      from: block.validFrom,
      to: block.validUntil,
      places: places ?? 'all',
      desk_only: deskOnly,
      note,
    }
  })
