/**
 * Drawings of the kinds of places: the first whose pattern matches the venue's kind or name. All in a box of 240 × 100.
 */
const grounds: readonly { pattern: RegExp; path: string }[] = [
  {
    // Swimming lanes with their ropes and starting blocks.
    pattern: /pool|swim|lido|aqua|bath/,
    path: 'M10 12h220v76H10z M10 31h220 M10 50h220 M10 69h220 M22 12v76 M22 21h-6v-1 M22 40h-6 M22 60h-6 M22 79h-6 M70 22c6-5 10 5 16 0s10 5 16 0 M140 41c6-5 10 5 16 0s10 5 16 0 M96 60c6-5 10 5 16 0s10 5 16 0 M170 79c6-5 10 5 16 0s10 5 16 0',
  },
  {
    // A tennis court.
    pattern: /tennis|racket|racquet|padel|squash/,
    path: 'M24 10h192v80H24z M24 22h192 M24 78h192 M74 22v56 M166 22v56 M120 4v92 M74 50h92',
  },
  {
    // A running track around a field.
    pattern: /arena|athletic|stadium|track/,
    path: 'M70 14h100a36 36 0 0 1 0 72H70a36 36 0 0 1 0-72z M70 24h100a26 26 0 0 1 0 52H70a26 26 0 0 1 0-52z M70 34h100a16 16 0 0 1 0 32H70a16 16 0 0 1 0-32z M120 14v20',
  },
  {
    // A football pitch.
    pattern: /village|field|pitch|park|football|ground/,
    path: 'M20 10h200v80H20z M120 10v80 M120 50m-18 0a18 18 0 1 0 36 0a18 18 0 1 0-36 0 M20 28h34v44H20 M220 28h-34v44h34 M20 40h14v20H20 M220 40h-14v20h14',
  },
  {
    // A barbell on its bench.
    pattern: /gym|fitness|strength/,
    path: 'M52 50h136 M52 24v52 M62 18v64 M72 30v40 M188 24v52 M178 18v64 M168 30v40 M44 38v24 M196 38v24',
  },
  {
    // Three gables of a hall with its door.
    pattern: /hub|community|hall|school|mill/,
    path: 'M30 88V44l30-24 30 24 30-24 30 24 30-24 30 24v44z M104 88V62h32v26 M50 56h18v14H50z M172 56h18v14h-18z',
  },
  {
    // A ball on its way over a climbing wall.
    pattern: /climb|boulder/,
    path: 'M60 90 84 18l40 10 36-16 24 78z M92 40h8 M120 52h8 M104 70h8 M140 36h8 M152 66h8 M132 78h8',
  },
]

/** The hall of a leisure centre with the lines of several courts. */
const leisureCentre =
  'M20 12h200v76H20z M120 12v76 M120 50m-14 0a14 14 0 1 0 28 0a14 14 0 1 0-28 0 M20 26h34a24 24 0 0 1 0 48H20 M220 26h-34a24 24 0 0 0 0 48h34 M20 40h18v20H20 M220 40h-18v20h18'

/** The drawing of a venue: its kind decides, then its name. */
export const groundOf = ({ venueType, name }: { venueType: string; name: string }): string => {
  for (const text of [venueType.toLowerCase(), name.toLowerCase()]) {
    const match = grounds.find(({ pattern }) => pattern.test(text))
    if (match !== undefined) return match.path
  }
  return leisureCentre
}
