import { describe, expect, it } from 'vitest'
import { createWordIndex, searchWords, withoutWeakWords } from './offerings.ts'
import { createSynonyms } from './rules.ts'

const synonyms = createSynonyms(['footie = five-a-side, walking football', 'netty = multi sport'])

/** What a town's leisure centres offer: names, headings, tags, names of sessions. */
const offered: [name: string, words?: string[], sessionNames?: string[]][] = [
  ['Badminton 60 min', ['Badminton']],
  ['Five-a-side', ['Outdoors']],
  ['Pickleball'],
  ['Squash'],
  ['Tennis', ['Outdoors']],
  ['Table tennis'],
  ['Lane swim', ['Swimming']],
  ['Family swim', ['Swimming', 'Family']],
  ['Gym session', ['Junior (14 and 15)']],
  ['Yoga', ['Group exercise', 'Beginner', 'Asha Brightwell'], ['Sunrise yoga']],
  ['Pilates', ['Group exercise', 'Low impact']],
  ['Indoor cycling', ['Group exercise']],
  ['HIIT', ['Group exercise', 'Advanced']],
  ['Circuits', ['Group exercise']],
  ['Chair yoga', ['Group exercise', 'Over 50s']],
  ['Tai chi', ['Group exercise']],
  ['Dance fit', ['Group exercise', 'Women only']],
  ['Aqua fit', ['Group exercise']],
  ['Multi-sport', ['Juniors']],
  ['Little tumblers', ['Juniors', 'Family']],
  ['Walking football', ['Over 50s']],
  ['Health walk', ['Outdoors']],
  ['Soft play', ['Quiet session']],
  ['Climbing'],
  ['Roller skating'],
  ['Sauna and steam'],
  ['Swimming lessons', ['Juniors']],
]

const index = createWordIndex(
  offered.map(([name, words = [], sessionNames = []], id) => ({ id, venueId: 1, name, words, sessionNames })),
  [{ id: 1, name: 'Fernhill Leisure Centre' }],
  synonyms,
)

const namesFor = (phrase: string): { names: string[]; unmatched: readonly string[] } => {
  const words = searchWords(phrase, synonyms)
  const whole = index.find(words)
  const strong = withoutWeakWords(words)
  const { matches, unmatched } =
    strong === null || (whole.matches.length > 0 && whole.unmatched.length === 0) ? whole : index.find(strong)
  return { names: matches.map(({ activity }) => activity.name), unmatched }
}

describe('C11: what people say finds what they mean, and is not taken for a town', () => {
  it.each([
    ['yoga classes', ['Yoga', 'Chair yoga']],
    ['yoga class', ['Yoga']],
    ['a yoga session', ['Yoga']],
    ['beginner yoga', ['Yoga']],
    ['yoga with asha', ['Yoga']],
    ['sunrise yoga', ['Yoga']],
    ['swimming', ['Lane swim', 'Family swim', 'Swimming lessons']],
    ['swimming lessons', ['Swimming lessons']],
    ['swim', ['Lane swim']],
    ['swimming pool', ['Lane swim']],
    ['kids swimming', ['Family swim', 'Swimming lessons']],
    ['family swimming', ['Family swim']],
    ['aqua aerobics', ['Aqua fit']],
    ['aquarobics', ['Aqua fit']],
    ['football', ['Five-a-side', 'Walking football']],
    ['football pitch', ['Five-a-side']],
    ['5 a side', ['Five-a-side']],
    ['5-a-side football', ['Five-a-side']],
    ['five a side', ['Five-a-side']],
    ['soccer', ['Five-a-side']],
    ['footie', ['Five-a-side', 'Walking football']],
    ['walking football', ['Walking football']],
    ['badminton', ['Badminton 60 min']],
    ['badminton court', ['Badminton 60 min']],
    ['badminton courts to hire', ['Badminton 60 min']],
    ['book a badminton court', ['Badminton 60 min']],
    ['tennis court', ['Tennis', 'Table tennis']],
    ['ping pong', ['Table tennis']],
    ['table tennis', ['Table tennis']],
    ['squash court booking', ['Squash']],
    ['racket sports', ['Badminton 60 min', 'Squash', 'Tennis']],
    ['pickle ball', ['Pickleball']],
    ['kids', ['Multi-sport', 'Little tumblers', 'Soft play']],
    ['kids activities', ['Multi-sport', 'Soft play']],
    ['things to do with toddlers', ['Little tumblers', 'Soft play']],
    ['toddler group', ['Little tumblers', 'Soft play']],
    ['children', ['Multi-sport', 'Little tumblers']],
    ['juniors', ['Multi-sport']],
    ['after school club', ['Multi-sport']],
    ['baby', ['Little tumblers', 'Soft play']],
    ['keep fit', ['Circuits', 'HIIT', 'Aqua fit']],
    ['keep fit classes', ['Circuits']],
    ['fitness', ['Dance fit', 'Gym session']],
    ['exercise class', ['Circuits', 'Pilates']],
    ['workout', ['Gym session', 'HIIT']],
    ['weights', ['Gym session']],
    ['gym', ['Gym session']],
    ['spin', ['Indoor cycling']],
    ['spin class', ['Indoor cycling']],
    ['spinning', ['Indoor cycling']],
    ['zumba', ['Dance fit']],
    ['dance classes', ['Dance fit']],
    ['stretching', ['Yoga', 'Pilates']],
    ['seniors', ['Chair yoga', 'Walking football']],
    ['over 60s', ['Chair yoga', 'Walking football']],
    ['gentle exercise', ['Pilates', 'Chair yoga']],
    ['walks', ['Health walk']],
    ['spa', ['Sauna and steam']],
    ['steam room', ['Sauna and steam']],
    ['roller skating', ['Roller skating']],
    ['climbing wall', ['Climbing']],
    ['bouldering', ['Climbing']],
    ['karate', []],
    ['women only', ['Dance fit']],
    ['ladies fitness', ['Dance fit']],
    ['autism friendly', ['Soft play']],
    ['netty', ['Multi-sport']],
    ['relaxation', ['Yoga', 'Tai chi', 'Sauna and steam']],
  ] as const)('“%s”', (phrase, expected) => {
    const { names } = namesFor(phrase)
    expect(names).toEqual(expect.arrayContaining([...expected]))
    if (expected.length === 0) expect(names).toEqual([])
    else expect(names.length).toBeLessThan(offered.length)
  })

  it.each(['kids', 'keep fit', 'football', 'swimming lessons', 'spin class', 'toddlers'])(
    '“%s” is no place',
    (phrase) => {
      expect(namesFor(phrase).unmatched).toEqual([])
    },
  )
})
