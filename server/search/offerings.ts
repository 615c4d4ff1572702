import { normalise } from '#contract/searchText.ts'
import type { Venue } from '#contract/venues.ts'
import type { Database } from '#server/platform/database.ts'
import { createTtlCache } from '#server/platform/ttlCache.ts'
import { bookableActivities, catalogueVersion, instructorNames, searchVenues, searchWordsOf } from './sql.ts'
import type { ActivityRow, SearchVenueRow } from './sql.ts'
import { createSynonyms } from './rules.ts'
import type { Synonyms } from './rules.ts'

/** What an operator offers and where, ready to be searched. */
export type Offerings = {
  venues: readonly Venue[]
  rowOf: (venueId: number) => SearchVenueRow | undefined
  venueAt: (slug: string) => SearchVenueRow | undefined
  activityOf: (id: number) => ActivityRow | undefined
  activityAt: (venueId: number, slug: string) => ActivityRow | undefined
  activitiesIn: (venueId: number) => readonly ActivityRow[]
  /** With the activities in which they teach; undefined without any. */
  instructorOf: (id: number) => Instructor | undefined
  index: WordIndex<ActivityRow>
  synonyms: Synonyms
  /** What most venues offer, to start from. */
  popular: string[]
}

type Instructor = { name: string; activities: readonly ActivityRow[] }

/** Names hardly change; one-off sessions that are over stay in the index for so long at most. */
const maxAgeMs = 600_000

/**
 * Keeps the offerings in memory: read again when an import has changed them.
 * @param versionTtlMs how long an import may stay unseen
 */
export const createOfferings = (db: Database, versionTtlMs = 1000) => {
  const version = createTtlCache(versionTtlMs, (operatorId: number) => catalogueVersion(db, operatorId))
  const offerings = createTtlCache(maxAgeMs, ({ operatorId, now }: { operatorId: number; now: Date }) =>
    readOfferings(db, operatorId, now),
  )
  return async (operatorId: number, now: Date): Promise<Offerings> => {
    const { importedDigest } = await version(String(operatorId), operatorId)
    return offerings(`${operatorId}/${importedDigest ?? ''}`, { operatorId, now })
  }
}

const readOfferings = async (db: Database, operatorId: number, now: Date): Promise<Offerings> => {
  const [rows, activities, names, searchLines] = await Promise.all([
    searchVenues(db, operatorId),
    bookableActivities(db, operatorId, now),
    instructorNames(db, operatorId),
    searchWordsOf(db, operatorId),
  ])
  const synonyms = createSynonyms(searchLines)
  const activitiesById = new Map(activities.map((activity) => [activity.id, activity]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const bySlug = new Map(rows.map((row) => [row.slug, row]))
  const byAddress = new Map(activities.map((activity) => [`${activity.venueId}/${activity.slug}`, activity]))
  const instructors = instructorsOf(activities, names)
  return {
    venues: rows.map((row) => ({
      ...row,
      homeVenueId: row.id,
      closed: row.status === 'closed',
      maintenance: row.status === 'maintenance',
    })),
    rowOf: (venueId) => byId.get(venueId),
    venueAt: (slug) => bySlug.get(slug),
    activityOf: (id) => activitiesById.get(id),
    activityAt: (venueId, slug) => byAddress.get(`${venueId}/${slug}`),
    activitiesIn: (venueId) => activities.filter((activity) => activity.venueId === venueId),
    instructorOf: (id) => instructors.get(id),
    index: createWordIndex(activities, rows, synonyms),
    synonyms,
    popular: popularNames(activities),
  }
}

const instructorsOf = (
  activities: readonly ActivityRow[],
  names: readonly { id: number; name: string }[],
): Map<number, Instructor> => {
  const activitiesOf = new Map<number, ActivityRow[]>()
  for (const activity of activities)
    for (const id of activity.instructorIds) {
      const taught = activitiesOf.get(id)
      if (taught === undefined) activitiesOf.set(id, [activity])
      else taught.push(activity)
    }
  return new Map(
    names.flatMap(({ id, name }) => {
      const taught = activitiesOf.get(id)
      return taught === undefined ? [] : [[id, { name, activities: taught }]]
    }),
  )
}

/*
 * Finds activities and venues by words. Most venues offer the same few activities, so words are compared with the
 * distinct texts, not with every activity of every venue.
 */

/** What an activity is found by. */
type ActivityWords = {
  id: number
  venueId: number
  name: string
  words: readonly string[]
  sessionNames: readonly string[]
}

type VenueWords = { id: number; name: string }

/** An activity that matches; `sessionNames` when only sessions of these names do. */
export type Match<A> = { activity: A; sessionNames: readonly string[] | null }

/** Which words are activities, and which are neither an activity nor part of a venue's name. */
type Found<A> = {
  matches: readonly Match<A>[]
  /** Whether a word is one of an activity, so that not all activities of a venue match. */
  hasActivity: boolean
  unmatched: readonly string[]
}

type WordIndex<A> = {
  find: (words: readonly string[]) => Found<A>
  /** The word of an activity or venue that differs by the fewest letters, if any is close. */
  suggest: (word: string) => string | null
}

/** Words that say nothing about what is searched for. */
const fillers = new Set([
  'a',
  'an',
  'the',
  'in',
  'at',
  'on',
  'for',
  'with',
  'of',
  'and',
  'me',
  'book',
  'find',
  'play',
  'go',
  'to',
  'do',
  'some',
  'any',
  'my',
  'i',
  'want',
  'where',
  'can',
  'near',
  'local',
  'something',
  'things',
])

/** Words about how a thing is offered: they count where something is called so, "swimming lessons" else finds swimming. */
const weakWords = new Set([
  'class',
  'classes',
  'lesson',
  'lessons',
  'session',
  'sessions',
  'course',
  'courses',
  'court',
  'courts',
  'pitch',
  'pitches',
  'hire',
  'booking',
  'bookings',
  'slot',
  'slots',
  'club',
  'clubs',
  'activity',
  'activities',
  'game',
  'games',
  'training',
])

/** The words of a search that can match; what is a phrase of `synonyms` is one of them. */
export const searchWords = (text: string, synonyms: Synonyms = noSynonyms): string[] => {
  const tokens = normalise(text).split(' ').filter(Boolean)
  const words: string[] = []
  for (let index = 0; index < tokens.length;) {
    const length = [3, 2].find((count) => synonyms.has(tokens.slice(index, index + count).join(' '))) ?? 1
    const word = tokens.slice(index, index + length).join(' ')
    if (!fillers.has(word)) words.push(word)
    index += length
  }
  return words
}

/** The words that say what is searched for; null where all do, or none. */
export const withoutWeakWords = (words: readonly string[]): string[] | null => {
  const strong = words.filter((word) => !weakWords.has(word))
  return strong.length === words.length || strong.length === 0 ? null : strong
}

const noSynonyms: Synonyms = new Map()

/** Whether a text has a word that begins so; a plural matches its singular. */
const hasExactWord = (text: string, word: string): boolean =>
  text.includes(` ${word}`) ||
  (word.length > 3 && word.endsWith('s') && text.includes(` ${word.slice(0, -1)}`))

type Text<A> = {
  /** Of the activity: its name, headings, instructors, tags. */
  text: string
  sessions: { name: string; text: string }[]
  activities: A[]
}

export const createWordIndex = <A extends ActivityWords>(
  activities: readonly A[],
  venues: readonly VenueWords[],
  synonyms: Synonyms = noSynonyms,
): WordIndex<A> => {
  const hasWord = (text: string, word: string): boolean =>
    hasExactWord(text, word) || (synonyms.get(word) ?? []).some((other) => hasExactWord(text, other))
  const texts = [...groupByText(activities).values()]
  const venueTexts = venues.map(({ id, name }) => ({ id, text: normalise(name) }))
  const vocabulary = vocabularyOf(texts, venueTexts)

  const find = (words: readonly string[]): Found<A> => {
    const venuesWith = new Map(
      words.map((word) => [
        word,
        new Set(venueTexts.filter(({ text }) => text.includes(word)).map(({ id }) => id)),
      ]),
    )
    const isActivity = new Set(
      words.filter((word) =>
        texts.some(({ text, sessions }) =>
          [text, ...sessions.map((one) => one.text)].some((one) => hasWord(one, word)),
        ),
      ),
    )
    const unmatched = words.filter((word) => !isActivity.has(word) && venuesWith.get(word)?.size === 0)
    const wanted = words.filter((word) => !unmatched.includes(word))
    if (words.length > 0 && wanted.length === 0) return { matches: [], hasActivity: false, unmatched }
    const matches = texts.flatMap(({ text, sessions, activities: all }) => {
      const own = wanted.filter((word) => !hasWord(text, word))
      const names = sessions
        .map((session) => ({ ...session, missing: own.filter((word) => !hasWord(session.text, word)) }))
        .toSorted((a, b) => a.missing.length - b.missing.length)
      return all.flatMap((activity): Match<A>[] => {
        const isAtVenue = (word: string) => venuesWith.get(word)?.has(activity.venueId) === true
        if (own.every(isAtVenue)) return [{ activity, sessionNames: null }]
        const fitting = names.filter(({ missing }) => missing.every(isAtVenue)).map(({ name }) => name)
        return fitting.length === 0 ? [] : [{ activity, sessionNames: fitting }]
      })
    })
    return { matches, hasActivity: wanted.some((word) => isActivity.has(word)), unmatched }
  }

  const suggest = (word: string): string | null => {
    const limit = word.length < 4 ? 0 : word.length < 7 ? 1 : 2
    let best: { word: string; distance: number } | null = null
    for (const candidate of vocabulary) {
      if (Math.abs(candidate.length - word.length) > limit) continue
      const distance = editDistance(word, candidate)
      if (distance > 0 && distance < (best?.distance ?? limit + 1)) best = { word: candidate, distance }
    }
    return best?.word ?? null
  }

  return { find, suggest }
}

const groupByText = <A extends ActivityWords>(activities: readonly A[]): Map<string, Text<A>> => {
  const texts = new Map<string, Text<A>>()
  for (const activity of activities) {
    const { name, words, sessionNames } = activity
    const key = JSON.stringify([name, words, sessionNames])
    let text = texts.get(key)
    if (text === undefined) {
      text = {
        text: ` ${normalise([name, ...words].join(' '))}`,
        sessions: sessionNames.map((session) => ({ name: session, text: ` ${normalise(session)}` })),
        activities: [],
      }
      texts.set(key, text)
    }
    text.activities.push(activity)
  }
  return texts
}

const vocabularyOf = <A>(texts: readonly Text<A>[], venues: readonly { text: string }[]): string[] => [
  ...new Set(
    [
      ...texts.flatMap(({ text, sessions }) => [text, ...sessions.map((session) => session.text)]),
      ...venues.map(({ text }) => text),
    ]
      .flatMap((text) => text.split(' '))
      .filter((word) => word.length > 3),
  ),
]

/** Letters to add, remove or replace. */
const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
    row = next
  }
  return row[b.length] ?? 0
}

const maxPopular = 6

/** The names under which most venues offer something: headings rather than what is below them. */
export const popularNames = (
  activities: readonly (Pick<ActivityWords, 'venueId' | 'name'> & { rootName: string })[],
): string[] => {
  const venuesWith = new Map<string, Set<number>>()
  for (const { rootName, venueId } of activities)
    venuesWith.set(rootName, (venuesWith.get(rootName) ?? new Set()).add(venueId))
  return [...venuesWith]
    .toSorted(([, a], [, b]) => b.size - a.size)
    .slice(0, maxPopular)
    .map(([name]) => name)
}
