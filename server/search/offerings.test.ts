import { describe, expect, it } from 'vitest'
import { createWordIndex, popularNames, searchWords } from './offerings.ts'

const activity = (
  id: number,
  name: string,
  more: { venueId?: number; words?: string[]; sessionNames?: string[] } = {},
) => ({ id, venueId: 1, name, words: [], sessionNames: [], ...more })

const villages = () =>
  createWordIndex(
    [
      activity(1, 'Badminton 60 min', { words: ['Badminton'] }),
      activity(2, 'Badminton 60 min', { words: ['Badminton'], venueId: 2 }),
      activity(3, 'Yoga', { words: ['Asha Brightwell', 'Beginner'], sessionNames: ['Sunrise yoga', 'Flow'] }),
      activity(4, 'Chair yoga', { venueId: 2 }),
      activity(5, 'Lane swim'),
    ],
    [
      { id: 1, name: 'Hollin Bank Sports Village' },
      { id: 2, name: 'St Ann’s Éclair Hall' },
    ],
  )

const found = (text: string) => {
  const { matches, unmatched } = villages().find(searchWords(text))
  return [matches.map(({ activity: { id }, sessionNames }) => [id, ...(sessionNames ?? [])]), unmatched]
}

describe('activities by words', () => {
  it.each([
    ['badminton', [[1], [2]], []],
    ['BADM', [[1], [2]], []],
    ['yoga', [[3], [4]], []],
    ['the flow yoga', [[3, 'Flow']], []],
    ['yoga with asha', [[3]], []],
    ['swims', [[5]], []],
    ['badminton at hollin', [[1]], []],
    ['hollin bank', [[1], [3], [5]], []],
    ['bank', [[1], [3], [5]], []],
    ['bankz', [], ['bankz']],
    ['badminton oldham', [[1], [2]], ['oldham']],
    ['ol1 1aa', [], ['ol1', '1aa']],
    ['eclair yoga', [[4]], []],
    ['swim eclair', [], []],
  ])('finds “%s”', (text, ids, unmatched) => {
    expect(found(text)).toEqual([ids, unmatched])
  })

  it('suggests the word that is meant when a letter or two are wrong', () => {
    expect(villages().suggest('badmington')).toBe('badminton')
    expect(villages().suggest('yoag')).toBe(null)
    expect(villages().suggest('yogaa')).toBe('yoga')
    expect(villages().suggest('bankz')).toBe('bank')
    expect(villages().suggest('qwertyville')).toBe(null)
  })
})

it('the most popular names are those of most venues', () => {
  const at = (rootName: string, ...venueIds: number[]) =>
    venueIds.map((venueId) => ({ rootName, venueId, name: rootName }))
  const rare = ['A', 'B', 'C', 'D', 'E'].flatMap((name) => at(name, 1))
  expect(
    popularNames([...at('Chess', 1, 1, 1), ...at('Swim', 1, 2), ...at('Yoga', 1, 2, 3), ...rare]),
  ).toEqual(['Yoga', 'Swim', 'Chess', 'A', 'B', 'C'])
})

describe('words', () => {
  it('are compared without case, accents and punctuation, and none is empty', () => {
    expect(searchWords(' Éclair  –  Yoga! ')).toEqual(['eclair', 'yoga'])
    expect(searchWords('')).toEqual([])
    expect(searchWords(' yoga, at the hall! ')).toEqual(['yoga', 'hall'])
  })

  // Each test makes its own index, as the server does for each request that finds the catalogue changed.
  const village = (...activities: ReturnType<typeof activity>[]) =>
    createWordIndex(activities, [{ id: 1, name: 'Hollin Bank' }])

  it('find a plural by its singular, and nothing by a letter more', () => {
    const words = village(activity(1, 'Gala dance'), activity(2, 'Yoga'))
    const ids = (text: string) => words.find(searchWords(text)).matches.map((match) => match.activity.id)
    expect(ids('yogas')).toEqual([2])
    expect(ids('yogaz')).toEqual([])
    expect(ids('dances')).toEqual([1])
    expect(ids('gas')).toEqual([])
  })

  it('say whether one of them is an activity', () => {
    const words = village(activity(1, 'Yoga'), activity(2, 'Spin'))
    const found = (text: string) => words.find(searchWords(text))
    expect(found('yoga hollin')).toMatchObject({ hasActivity: true, unmatched: [] })
    expect(found('hollin')).toMatchObject({ hasActivity: false, unmatched: [] })
    expect(found('elsewhere')).toEqual({ matches: [], hasActivity: false, unmatched: ['elsewhere'] })
    expect(found('').matches).toHaveLength(2)
  })

  it('name the sessions that have most of them first', () => {
    const words = village(activity(1, 'Studio', { sessionNames: ['Flow', 'Hollin flow'] }))
    expect(words.find(searchWords('flow hollin')).matches).toMatchObject([
      { sessionNames: ['Hollin flow', 'Flow'] },
    ])
  })
})

describe('a word that may be meant', () => {
  const suggest = (word: string, ...names: string[]) =>
    createWordIndex(
      names.map((name, at) => activity(at, name)),
      [],
    ).suggest(word)

  it.each([
    ['yog', null],
    ['yogx', 'yoga'],
    ['yoxx', null],
    ['sanrise', 'sunrise'],
    ['sanrize', 'sunrise'],
    ['hullen', null],
    ['xsport', null],
    ['anna', null],
    ['sunrise', null],
  ])('for “%s” is %s', (word, meant) => {
    expect(suggest(word, 'Yoga', 'Sunrise', 'Hollin', 'Sports', 'Ann')).toBe(meant)
  })

  it('is the one that differs least, and of several the first', () => {
    expect(suggest('trampolina', 'Trampoline', 'Tramporine')).toBe('trampoline')
    expect(suggest('trampolina', 'Tramporine', 'Trampoline')).toBe('trampoline')
    expect(suggest('sxinning', 'Spinning', 'Swinning')).toBe('spinning')
  })
})
