/**
 * The four fonts of themes, self-hosted at weights 400 and 700 (B05). A page declares only its venue's fonts. They are
 * optional: where they are not there by the first paint, as on a slow connection, the page stays in a system font with
 * adjusted metrics and the next page has them from the cache, because exchanging them moves what people read.
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

/** The Latin characters in the files; the device's fonts show all others. */
const letters =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,' +
  'U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'

export const fontRules = (styles: readonly (string | null | undefined)[], basePath: string): string =>
  [...new Set(styles.map(faceOf))]
    .flatMap((face) => weights.map((weight) => ruleOf(face, weight, basePath)))
    .join('')

const ruleOf = (face: Face, weight: Weight, basePath: string): string => {
  const { size, ascent, descent } = face.measures[weight]
  const bold = weight === 700 ? ' Bold' : ''
  return (
    `@font-face{font-family:'${face.family}';font-weight:${weight};font-style:normal;font-display:optional;` +
    `src:url(${basePath}${fontPath(face, weight)}) format('woff2');unicode-range:${letters}}` +
    `@font-face{font-family:'${face.family} fallback';font-weight:${weight};` +
    `src:local('Arial${bold}'),local('Liberation Sans${bold}'),local('Helvetica Neue${bold}');` +
    `size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`
  )
}

/** The fonts to preload: regular for the body, bold for headings. */
export const initialFonts = (
  heading: string | null | undefined,
  body: string | null | undefined,
): readonly string[] => [fontPath(faceOf(body), 400), fontPath(faceOf(heading), 700)]

/** The files of a font style, for a frame that declares them itself. */
export const fontFiles = (
  style: string | null | undefined,
  origin: string,
): { family: string; weight: number; url: string }[] => {
  const face = faceOf(style)
  return weights.map((weight) => ({ family: face.family, weight, url: `${origin}${fontPath(face, weight)}` }))
}
