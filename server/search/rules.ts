import { milesBetween, onMap } from '#contract/distance.ts'
import type { Coordinates } from '#contract/distance.ts'
import type { Period } from '#contract/search.ts'
import { normalise } from '#contract/searchText.ts'
import { daysAfter, isDay, months } from '#contract/time.ts'
import { timeOf, weekdayOf } from '#server/platform/clock.ts'

/** A word that names the place after it: "yoga near Oldham". */
const nearWords = /(.*?)\s*\b(?:near|nearby|around|close to)\s(.+)/i

/** Splits "badminton near OL1" into what and where. */
export const splitPlace = (text: string): { words: string; place: string | null } => {
  const [, words = '', after = ''] = nearWords.exec(text) ?? []
  const place = after.trim()
  if (place === '' || place === 'me')
    return { words: text.replace(/\b(?:near|around|close to) me\b/i, '').trim(), place: null }
  return { words, place }
}

/*
 * Days and times in the words of a search: "tomorrow 18:00", "tonight", "sat morning", "24 Nov after 6pm".
 */

/** The words without day and time, and the period they name; null when they name none. */
type ReadWords = { words: string; period: Period | null }

type Hours = { from: number | null; to: number | null }

const tonightFrom = 17 * 60

const partsOfDay: ReadonlyMap<string, Hours> = new Map([
  ['morning', { from: null, to: 12 * 60 }],
  ['lunchtime', { from: 11 * 60 + 30, to: 14 * 60 }],
  ['afternoon', { from: 12 * 60, to: 17 * 60 }],
  ['evening', { from: tonightFrom, to: null }],
  ['night', { from: tonightFrom, to: null }],
])

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

const longWeekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

const otherWeekdays: ReadonlyMap<string, number> = new Map([
  ['tues', 2],
  ['weds', 3],
  ['thur', 4],
  ['thurs', 4],
])

/**
 * Takes day and time out of the words of a search.
 * @param today the day at the operator
 */
export const readWhen = (text: string, today: string): ReadWords => {
  const tokens = text.toLowerCase().split(/\s/).filter(Boolean)
  const remaining: string[] = []
  let days = null as Days | null
  let from: number | null = null
  let to: number | null = null
  for (let index = 0; index < tokens.length;) {
    const day: Days | null = days === null ? readDay(tokens, index, today) : null
    if (day !== null) {
      days = day
      from ??= day.hours?.from ?? null
      to ??= day.hours?.to ?? null
      index += day.length
      continue
    }
    const time = readHours(tokens, index)
    if (time !== null) {
      from = time.hours.from ?? from
      to = time.hours.to ?? to
      index += time.length
      continue
    }
    remaining.push(tokens[index] ?? '')
    index += 1
  }
  return { words: remaining.join(' '), period: periodOf(days, { from, to }, today) }
}

const periodOf = (
  days: { first: string; last: string } | null,
  { from, to }: Hours,
  today: string,
): Period | null => {
  if (days === null && from === null && to === null) return null
  const written = (minutes: number | null) => (minutes === null ? null : timeOf(minutes))
  return {
    firstDay: days?.first ?? today,
    // A time without a day is one of the coming week.
    lastDay: days?.last ?? daysAfter(today, 7),
    from: written(from),
    to: written(to),
  }
}

type Days = { first: string; last: string; length: number; hours?: Hours }

const oneDay = (day: string, length: number, hours?: Hours): Days => ({
  first: day,
  last: day,
  length,
  ...(hours && { hours }),
})

const readDay = (tokens: readonly string[], index: number, today: string): Days | null => {
  const [token = '', next = '', third = ''] = tokens.slice(index, index + 3)
  if (token === 'this' && partsOfDay.has(next)) return oneDay(today, 1)
  // "on Friday", "this Friday", "next Friday".
  if (['on', 'this', 'next'].includes(token)) {
    const day = readDay(tokens, index + 1, today)
    return day && { ...day, length: day.length + 1 }
  }
  if (token === 'today' || token === 'now') return oneDay(today, 1)
  if (token === 'tonight' || token === 'tonite') return oneDay(today, 1, { from: tonightFrom, to: null })
  if (token === 'tomorrow' || token === 'tmrw') return oneDay(daysAfter(today, 1), 1)
  if (token === 'weekend') {
    const weekday = weekdayOf(today)
    const saturday = weekday === 7 ? today : daysAfter(today, 6 - weekday)
    return { first: saturday, last: weekday === 7 ? today : daysAfter(saturday, 1), length: 1 }
  }
  const weekday = weekdayIn(token)
  if (weekday !== null) return oneDay(daysAfter(today, (weekday - weekdayOf(today) + 7) % 7), 1)
  if (isDay(token)) return oneDay(token, 1)
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?$/.exec(token)
  if (slashed !== null) {
    const year =
      slashed[3] === undefined ? null : Number(slashed[3].length === 2 ? `20${slashed[3]}` : slashed[3])
    return dayIn(Number(slashed[1]), Number(slashed[2]), year, today, 1)
  }
  const year = yearIn(third)
  const length = year === null ? 2 : 3
  return (
    dayIn(dayNumber(token), monthIn(next), year, today, length) ??
    dayIn(dayNumber(next), monthIn(token), year, today, length)
  )
}

const weekdayIn = (token: string): number | null => {
  const place = Math.max(weekdays.indexOf(token), longWeekdays.indexOf(token.replace(/s$/, '')))
  return place < 0 ? (otherWeekdays.get(token) ?? null) : place + 1
}

/** 0 for what is no month. */
const monthIn = (token: string): number =>
  months.findIndex((name) => [name, name.slice(0, 3)].some((one) => one.toLowerCase() === token)) + 1

/** 0 for what is no day of a month. */
const dayNumber = (token: string): number => Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(token)?.[1] ?? 0)

const yearIn = (token: string): number | null => (/^20\d\d$/.test(token) ? Number(token) : null)

/** A date without a year is the next one of that day and month. */
const dayIn = (
  day: number,
  month: number,
  year: number | null,
  today: string,
  length: number,
): Days | null => {
  const written = (of: number) => `${of}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const thisYear = written(year ?? Number(today.slice(0, 4)))
  const wanted = year === null && thisYear < today ? written(Number(today.slice(0, 4)) + 1) : thisYear
  return isDay(wanted) ? oneDay(wanted, length) : null
}

const readHours = (tokens: readonly string[], index: number): { hours: Hours; length: number } | null => {
  const [token = '', next = '', third = ''] = tokens.slice(index, index + 3)
  const part = partsOfDay.get(token)
  if (part !== undefined) return { hours: part, length: 1 }
  if (['after', 'from', 'at', 'around', 'by', 'before', 'until'].includes(token)) {
    const time = timeIn(next, third, true)
    if (time === null) return null
    const isEnd = ['by', 'before', 'until'].includes(token)
    return {
      hours: isEnd ? { from: null, to: time.minutes } : { from: time.minutes, to: null },
      length: time.length + 1,
    }
  }
  const time = timeIn(token, next, false)
  return time === null ? null : { hours: { from: time.minutes, to: null }, length: time.length }
}

/** "18:00", "6.30pm", "6 pm"; after a preposition also "6", which is in the evening when it would be before seven. */
const timeIn = (
  token: string,
  next: string,
  isBareAllowed: boolean,
): { minutes: number; length: number } | null => {
  if (token === 'noon' || token === 'midday') return { minutes: 12 * 60, length: 1 }
  const parts = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm)?$/.exec(token)
  if (parts === null) return null
  const [, hours = '', minutes, attached] = parts
  const half = attached ?? (next === 'am' || next === 'pm' ? next : undefined)
  if (half === undefined && minutes === undefined && !isBareAllowed) return null
  const hour = Number(hours)
  if (hour > 23 || Number(minutes ?? 0) > 59 || (half !== undefined && (hour === 0 || hour > 12))) return null
  const isEvening = half === 'pm' || (half === undefined && minutes === undefined && hour > 0 && hour < 7)
  const ofDay = half === 'am' && hour === 12 ? 0 : isEvening && hour < 12 ? hour + 12 : hour
  return {
    minutes: ofDay * 60 + Number(minutes ?? 0),
    length: half !== undefined && attached === undefined ? 2 : 1,
  }
}

type Located = { lat: number | null; lng: number | null }

/** The venues whose name contains the words, ignoring case (C11). None for no words. */
export const venuesNamed = <V extends { name: string }>(
  venues: readonly V[],
  words: string,
): readonly V[] => {
  const text = lowerCase(words.trim())
  return text === '' ? [] : venues.filter(({ name }) => lowerCase(name).includes(text))
}

/** Phones write a curly apostrophe, people and files a straight one. */
const lowerCase = (text: string): string => text.toLocaleLowerCase('en-GB').replaceAll('’', "'")

/** Miles from a point; null without one, or for a venue without coordinates. */
export const milesFrom = (centre: Coordinates | null, place: Located): number | null =>
  centre === null || !onMap(place) ? null : milesBetween(centre, place)

/** Nearest first; what has no distance comes last, in its own order. */
export const byDistance = <T extends { miles: number | null }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => (a.miles ?? Infinity) - (b.miles ?? Infinity))

/**
 * The venues within a radius in miles of a point, nearest first, and the nearest one beyond. Venues without coordinates
 * are in neither (C12, C13).
 */
export const venuesNear = <V extends Located>(
  venues: readonly V[],
  point: Coordinates,
  radius: number,
): { within: { venue: V; miles: number }[]; nearestBeyond: { venue: V; miles: number } | null } => {
  const measured = byDistance(
    venues.flatMap((venue) => {
      const miles = milesFrom(point, venue)
      return miles === null ? [] : [{ venue, miles }]
    }),
  )
  return {
    within: measured.filter(({ miles }) => miles <= radius),
    nearestBeyond: measured.find(({ miles }) => miles > radius) ?? null,
  }
}

/** The district of a postcode, `OL16`; null for what is none. */
const districtOf = (text: string | null): string | null =>
  /^([A-Z]{1,2}\d[A-Z\d]?)(?:\s*\d[A-Z]{2})?$/.exec((text ?? '').trim().toUpperCase())?.[1] ?? null

/**
 * The venues in the district of a postcode that have no coordinates: no radius finds them (C13), yet somebody who enters
 * the postcode of their own neighbourhood looks for them.
 */
export const venuesOffMapIn = <V extends Located & { postcode: string | null }>(
  venues: readonly V[],
  words: string | null,
): readonly V[] => {
  const district = districtOf(words)
  return district === null
    ? []
    : venues.filter((venue) => !onMap(venue) && districtOf(venue.postcode) === district)
}

/** What else a word or phrase of a search is found by, all as `normalise` writes them. */
export type Synonyms = ReadonlyMap<string, readonly string[]>

/** What people call the things that leisure centres name otherwise; operators add their own (`search_words`). */
const standardLines = [
  'football = five a side, walking football, soccer',
  'soccer = five a side, football',
  '5 a side = five a side',
  'five aside = five a side',
  'kickabout = five a side, football',
  'ping pong = table tennis',
  'shuttlecock = badminton',
  'pickle ball = pickleball',
  'racket, racquet, rackets, racket sports = badminton, squash, tennis, pickleball, padel',
  'swim, swimming, pool, swimmers = swim, swimming, aqua, lane',
  'aquarobics, aqua aerobics, water aerobics = aqua',
  'kids, kid, children, child, childrens, juniors, junior, toddlers, toddler, baby, babies, under 5s, after school = junior, family, children, kids, soft play, tumblers, toddler',
  'toddlers, toddler, toddler group, baby, babies, under 5s = tumblers, soft play, toddler',
  'family, families = family, soft play, multi sport',
  'keep fit, exercise, workout, fitness, fit, aerobics, cardio = exercise, fit, circuits, hiit, gym, aerobics',
  'weights, weight training, treadmill, strength = gym, strength',
  'gym, gyms = gym',
  'spin, spinning, cycling, bike = cycling, spin',
  'dancing, dance, zumba = dance, zumba',
  'stretching, stretch, flexibility = yoga, pilates, stretch',
  'relax, relaxation, mindfulness = yoga, tai chi, sauna',
  'seniors, senior, older people, pensioners, over 60s, 60 plus, over 50s = 60 and over, over 50s, chair, walking, health',
  'gentle, gentle exercise, low impact, easy = low impact, chair, tai chi, health walk',
  'walk, walking, walks = walk, walking',
  'spa, steam, steam room, jacuzzi = sauna, steam, spa',
  'skating, skate, roller disco = skating',
  'bouldering, climb, climbing wall = climbing',
  'gymnastics, tumbling = tumblers, gymnastics',
  'martial arts, karate, judo = karate, judo, martial',
  'ladies, women, womens, female = women only, ladies',
  'quiet, autism, autism friendly, sen, sensory = quiet',
]

/** `a, b = c, d`: a and b are also found by c and d. */
export const createSynonyms = (lines: readonly string[]): Synonyms => {
  const synonyms = new Map<string, readonly string[]>()
  for (const line of [...standardLines, ...lines]) {
    const [words = [], meanings = []] = line
      .split('=')
      .map((part) => part.split(',').map(normalise).filter(Boolean))
    for (const word of words) synonyms.set(word, [...(synonyms.get(word) ?? []), ...meanings])
  }
  return synonyms
}
