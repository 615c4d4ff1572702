/** The parts in which Open Sans comes: each has the characters of one script. */
export type Script = 'latin' | 'latin-ext' | 'greek' | 'cyrillic' | 'vietnamese'

export const fontOf = (script: Script, isBold: boolean): string => `${script}${isBold ? '-bold' : ''}`

const patterns: readonly [Script, RegExp][] = [
  [
    'latin',
    /^[\n\u0020-\u007e\u00a0-\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a\u20ac\u2122]$/,
  ],
  ['greek', /^[\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce]$/],
  ['cyrillic', /^[\u0401-\u040c\u040e-\u044f\u0451-\u045c\u045e\u045f\u0490\u0491\u2116]$/],
  [
    'vietnamese',
    /^[\u0102\u0103\u0110\u0111\u0128\u0129\u0168\u0169\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9\u20ab]$/,
  ],
  ['latin-ext', /^[\u0100-\u017f\u0218-\u021b\u0237\u1e80-\u1e85\u1e9e\u1ef2\u1ef3]$/],
]

/** Text in runs of one font each. A character that no font has loses its accent, or becomes a question mark. */
export const splitByFont = (text: string): { script: Script; words: string }[] => {
  const runs: { script: Script; words: string }[] = []
  for (const character of [...text.normalize('NFC')].flatMap(printable)) {
    const script = scriptOf(character) ?? 'latin'
    const last = runs.at(-1)
    // Spaces stand in every font, so that a run does not end at one.
    if (last !== undefined && (last.script === script || character === ' ')) last.words += character
    else runs.push({ script, words: character })
  }
  return runs
}

const scriptOf = (character: string): Script | undefined =>
  patterns.find(([, pattern]) => pattern.test(character))?.[0]

const printable = (character: string): string[] => {
  if (scriptOf(character) !== undefined) return [character]
  const bare = [...character.normalize('NFKD').replace(/\p{M}/gu, '')]
  return bare.length > 0 && bare.every((one) => scriptOf(one) !== undefined) ? bare : ['?']
}
