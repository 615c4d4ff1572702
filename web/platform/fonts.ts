/**
 * The four fonts of themes, self-hosted at weights 400 and 700 (B05). A page requests only its venue's fonts. Where not
 * all of them are there by the first paint, as on a slow connection, all of the page is in a system font with adjusted
 * metrics and the next page has them from the cache: exchanging them moves what people read, and some of them beside a
 * system font look like a fault. So style sheets declare the system fonts only, and script adds the others
 * (useFontsTogether.ts).
 *
 * All are under the SIL Open Font License. Garage Gothic is not free; Oswald, with similar proportions, replaces it.
 */
type Face = {
  /** The start of the file names: `roboto-400.woff2`. */
  file: string
  family: string
  /** The generic fallback. */
  fallback: string
  /** Adjustments of Arial to the font's metrics by weight, in percent; computed from the font files. */
  measures: Readonly<Record<Weight, { size: number; ascent: number; descent: number }>>
}

type Weight = 400 | 700
const weights = [400, 700] as const

const faces = {
  roboto: {
    file: 'roboto',
    family: 'Roboto',
    fallback: 'sans-serif',
    measures: {
      400: { size: 100.53, ascent: 92.28, descent: 24.28 },
      700: { size: 94.09, ascent: 98.6, descent: 25.95 },
    },
  },
  lato: {
    file: 'lato',
    family: 'Lato',
    fallback: 'sans-serif',
    measures: {
      400: { size: 98.09, ascent: 100.62, descent: 21.72 },
      700: { size: 92.79, ascent: 106.37, descent: 22.95 },
    },
  },
  open_sans: {
    file: 'open-sans',
    family: 'Open Sans',
    fallback: 'sans-serif',
    measures: {
      400: { size: 106.02, ascent: 100.81, descent: 27.63 },
      700: { size: 105.45, ascent: 101.36, descent: 27.78 },
    },
  },
  garage_gothic: {
    file: 'oswald',
    family: 'Oswald',
    fallback: "'Arial Narrow', sans-serif",
    measures: {
      400: { size: 81.96, ascent: 145.55, descent: 35.26 },
      700: { size: 85.73, ascent: 139.15, descent: 33.71 },
    },
  },
} as const satisfies Record<string, Face>

const faceOf = (style: string | null | undefined): Face =>
  style !== null && style !== undefined && Object.hasOwn(faces, style)
    ? faces[style as keyof typeof faces]
    : faces.roboto

/** A theme's font style as a `font-family`; Roboto for unknown styles. */
export const fontFamily = (style: string | null | undefined): string => {
  const { family, fallback } = faceOf(style)
  return `'${family}', '${family} fallback', ${fallback}`
}

/** The path of a font file, without the base path. */
const fontPath = ({ file }: Face, weight: Weight): string => `/assets/fonts/${file}-${weight}.woff2`

/** The system fonts, adjusted, of font styles. */
export const fontRules = (styles: readonly (string | null | undefined)[]): string =>
  [...new Set(styles.map(faceOf))].flatMap((face) => weights.map((weight) => ruleOf(face, weight))).join('')

const ruleOf = ({ family, measures }: Face, weight: Weight): string => {
  const { size, ascent, descent } = measures[weight]
  const bold = weight === 700 ? ' Bold' : ''
  return (
    `@font-face{font-family:'${family} fallback';font-weight:${weight};` +
    `src:local('Arial${bold}'),local('Liberation Sans${bold}'),local('Helvetica Neue${bold}');` +
    `size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`
  )
}

export type FontFile = { family: string; weight: number; url: string }

/** The files that a page needs, at their addresses from `origin`: both weights of the body, and the bold of headings. */
export const pageFonts = (
  heading: string | null | undefined,
  body: string | null | undefined,
  origin: string,
): FontFile[] => {
  const files = fontFiles(body, origin)
  return faceOf(heading) === faceOf(body) ? files : [...files, fontFile(faceOf(heading), 700, origin)]
}

const fontFile = (face: Face, weight: Weight, origin: string): FontFile => ({
  family: face.family,
  weight,
  url: `${origin}${fontPath(face, weight)}`,
})

/** The files of a font style, for a frame that declares them itself. */
export const fontFiles = (style: string | null | undefined, origin: string): FontFile[] => {
  const face = faceOf(style)
  return weights.map((weight) => fontFile(face, weight, origin))
}
