import { normalise } from '#contract/searchText.ts'

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
