import {
  black,
  hex,
  ink,
  mix,
  parseColour,
  ratio,
  readableColour,
  readableFill,
  textColourOn,
  tint,
  white,
  type Rgb,
} from '#contract/colours.ts'
import { fontFamily, fontRules, pageFonts, type FontFile } from './fonts.ts'

/**
 * A venue's colours and fonts as CSS variables (B01, B05, B06). Venues choose colours without measuring contrast, so
 * they are adjusted to 4.5:1 for text and 3:1 for edges. The server writes the theme into the first page; the browser
 * replaces it when the visitor goes to another venue.
 */
export type Theme = {
  themeAppLogo?: string | null
  themeAppPrimaryColour?: string | null
  themeAppSecondaryColour1?: string | null
  themeAppSecondaryColour2?: string | null
  themeAppHeaderBgColour?: string | null
  themeAppDarkBgColour?: string | null
  themeAppHeadingFontStyle?: string | null
  themeAppBodyFontStyle?: string | null
  themeAppSecondaryButtonStyle?: string | null
  headerPrimaryColour?: string | null
}

/** Purple primary, dark header (specification, section 3). */
const defaults = {
  primary: '#6b2fb3',
  accent1: '#f2b705',
  accent2: '#0f7173',
  header: '#17141f',
  dark: '#110f18',
  onHeader: '#ffffff',
}

/**
 * The theme's system fonts, and its colours as one CSS rule for `:root`. Every value is computed or from a fixed list, so a
 * venue's text cannot inject CSS.
 */
export const themeCss = (theme: Theme): string =>
  `${fontRules([theme.themeAppBodyFontStyle, theme.themeAppHeadingFontStyle])}:root{${Object.entries(
    themeVariables(theme),
  )
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`

/** The font files of the theme. */
export const themeFonts = (
  { themeAppHeadingFontStyle, themeAppBodyFontStyle }: Theme,
  basePath: string,
): readonly FontFile[] => pageFonts(themeAppHeadingFontStyle, themeAppBodyFontStyle, basePath)

export const themeVariables = (theme: Theme): Record<string, string> => {
  const primary = parseColour(theme.themeAppPrimaryColour, defaults.primary)
  const accent1 = parseColour(theme.themeAppSecondaryColour1, defaults.accent1)
  const accent2 = parseColour(theme.themeAppSecondaryColour2, defaults.accent2)
  const header = parseColour(theme.themeAppHeaderBgColour, defaults.header)
  const dark = parseColour(theme.themeAppDarkBgColour, defaults.dark)
  // As a fill the colour is adjusted until white or ink is readable on it; as text, until it is readable on white.
  const fill = readableFill(primary)
  const onFill = textColourOn(fill)
  const outlined = theme.themeAppSecondaryButtonStyle !== 'solid'
  const onHeader = readableColour(parseColour(theme.headerPrimaryColour, defaults.onHeader), header, 4.5)
  const onDark = textColourOn(dark)
  const onDarkQuiet = readableColour(mix(onDark, dark, 0.3), dark, 4.5)
  const glow = glowColour(dark, primary, [onDark, onDarkQuiet])
  const accent2Fill = readableFill(accent2)
  return {
    primary: hex(fill),
    'primary-hover': hex(mix(fill, onFill === white ? black : white, 0.16)),
    'on-primary': hex(onFill),
    'primary-text': hex(readableColour(primary, tint(primary, 0.1), 4.5)),
    'primary-soft': hex(tint(primary, 0.1)),
    'primary-edge': hex(readableColour(tint(primary, 0.55), white, 3)),
    'secondary-fill': outlined ? 'transparent' : hex(accent2Fill),
    'secondary-hover': outlined
      ? hex(tint(primary, 0.1))
      : hex(mix(accent2Fill, textColourOn(accent2Fill) === white ? ink : white, 0.16)),
    'secondary-text': outlined
      ? hex(readableColour(primary, tint(primary, 0.1), 4.5))
      : hex(textColourOn(accent2Fill)),
    // Quieter than the primary button beside it.
    'secondary-edge': outlined ? hex(readableColour(tint(primary, 0.55), white, 3)) : hex(accent2Fill),
    'accent-1': hex(accent1),
    'accent-1-soft': hex(tint(accent1, 0.16)),
    'accent-1-text': hex(readableColour(accent1, tint(accent1, 0.16), 4.5)),
    'on-accent-1': hex(textColourOn(accent1)),
    'accent-2': hex(accent2),
    'accent-2-soft': hex(tint(accent2, 0.12)),
    'accent-2-text': hex(readableColour(accent2, tint(accent2, 0.12), 4.5)),
    'on-accent-2': hex(textColourOn(accent2)),
    header: hex(header),
    'on-header': hex(onHeader),
    'header-edge': hex(mix(header, textColourOn(header), 0.14)),
    'header-soft': hex(mix(header, textColourOn(header), 0.1)),
    'header-accent': hex(readableColour(accent1, header, 3)),
    dark: hex(dark),
    'on-dark': hex(onDark),
    'on-dark-quiet': hex(onDarkQuiet),
    'dark-edge': hex(mix(dark, onDark, 0.16)),
    'dark-glow': hex(glow),
    'dark-accent': hex(readableColour(accent1, dark, 4.5)),
    'on-glow': hex(onDark),
    ...(isRed(primary) ? redErrors : {}),
    focus: hex(readableColour(primary, white, 4.5)),
    'font-heading': fontFamily(theme.themeAppHeadingFontStyle),
    'font-body': fontFamily(theme.themeAppBodyFontStyle),
    'heading-stretch': theme.themeAppHeadingFontStyle === 'garage_gothic' ? '0.01em' : '-0.02em',
  }
}

/** The colours of errors where the venue's own are red: a purple red that no button of the page has. */
const redErrors = { 'theme-danger': '#86104f', 'theme-danger-soft': '#fbe9f3' }

/** Whether a colour could be taken for that of errors: its hue within 20 degrees of red, and not grey or brown-black. */
const isRed = ([red, green, blue]: Rgb): boolean => {
  const most = Math.max(red, green, blue)
  const span = most - Math.min(red, green, blue)
  if (red < most || span < 60) return false
  return Math.abs((green - blue) / span) * 60 <= 20
}

/** The dark background tinted with the primary colour, as far as the text on it stays readable. */
const glowColour = (dark: Rgb, primary: Rgb, words: readonly Rgb[]): Rgb => {
  for (let share = 0.55; share > 0; share -= 0.05) {
    const glow = mix(dark, primary, share)
    if (words.every((word) => ratio(word, glow) >= 4.5)) return glow
  }
  return dark
}

/** A constructed style sheet for themes applied after the first page: the policy does not allow new style elements. */
let applied: CSSStyleSheet | undefined

/** Milliseconds in which the fonts of a theme that is applied later may still come: the eye is at the new page. */
const latestFonts = 300

export const applyTheme = (theme: Theme, basePath: string): void => {
  if (applied === undefined) {
    applied = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, applied]
  }
  applied.replaceSync(themeCss(theme))
  void addFonts(themeFonts(theme, basePath))
}

/** All of them together, or none, as useFontsTogether does at first. */
const addFonts = async (files: readonly FontFile[]): Promise<void> => {
  const present = new Set(
    [...document.fonts].map(({ family, weight }) => `${family.replaceAll('"', '')} ${weight}`),
  )
  const faces = files
    .filter(({ family, weight }) => !present.has(`${family} ${weight}`))
    .map(({ family, weight, url }) => new FontFace(family, `url(${url})`, { weight: String(weight) }))
  const latest = performance.now() + latestFonts
  const loading = await Promise.allSettled(faces.map((face) => face.load()))
  if (performance.now() > latest || loading.some(({ status }) => status === 'rejected')) return
  for (const face of faces) document.fonts.add(face)
}
