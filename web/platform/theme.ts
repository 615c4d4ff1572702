import { initialFonts, fontFamily, fontRules } from './fonts.ts'

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

type Rgb = readonly [red: number, green: number, blue: number]

/** Purple primary, dark header (specification, section 3). */
const defaults = {
  primary: '#6b2fb3',
  accent1: '#f2b705',
  accent2: '#0f7173',
  header: '#17141f',
  dark: '#110f18',
  onHeader: '#ffffff',
}

const white: Rgb = [255, 255, 255]
const ink: Rgb = [23, 20, 31]
const black: Rgb = [0, 0, 0]

/**
 * The theme's fonts, and its colours as one CSS rule for `:root`. Every value is computed or from a fixed list, so a
 * venue's text cannot inject CSS.
 */
export const themeCss = (theme: Theme, basePath: string): string =>
  `${fontRules([theme.themeAppBodyFontStyle, theme.themeAppHeadingFontStyle], basePath)}:root{${Object.entries(
    themeVariables(theme),
  )
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`

/** The font files needed for the first render in this theme, without the base path. */
export const themeFonts = ({ themeAppHeadingFontStyle, themeAppBodyFontStyle }: Theme): readonly string[] =>
  initialFonts(themeAppHeadingFontStyle, themeAppBodyFontStyle)

export const themeVariables = (theme: Theme): Record<string, string> => {
  const primary = colour(theme.themeAppPrimaryColour, defaults.primary)
  const accent1 = colour(theme.themeAppSecondaryColour1, defaults.accent1)
  const accent2 = colour(theme.themeAppSecondaryColour2, defaults.accent2)
  const header = colour(theme.themeAppHeaderBgColour, defaults.header)
  const dark = colour(theme.themeAppDarkBgColour, defaults.dark)
  // As a fill the colour is adjusted until white or ink is readable on it; as text, until it is readable on white.
  const fill = readableFill(primary)
  const onFill = textColourOn(fill)
  const outlined = theme.themeAppSecondaryButtonStyle !== 'solid'
  const onHeader = readableColour(colour(theme.headerPrimaryColour, defaults.onHeader), header, 4.5)
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

/** WCAG contrast of two colours, 1 to 21. */
export const contrast = (one: string, other: string): number => ratio(rgb(one) ?? white, rgb(other) ?? white)

/** The colour made darker or lighter, whichever needs less, until its contrast on `ground` is `wanted`:1. */
const readableColour = (base: Rgb, ground: Rgb, wanted: number): Rgb => {
  for (let step = 0; step <= 20; step += 1) {
    const darker = mix(base, [0, 0, 0], step / 20)
    const lighter = mix(base, white, step / 20)
    const [first, second] = luminance(ground) > 0.18 ? [darker, lighter] : [lighter, darker]
    if (ratio(first, ground) >= wanted) return first
    if (ratio(second, ground) >= wanted) return second
  }
  return textColourOn(ground)
}

/** A fill on which white or ink has a contrast of 4.5:1; mid-tones are darkened a little. */
const readableFill = (base: Rgb): Rgb => {
  let fill = base
  for (let step = 1; step <= 20 && ratio(fill, textColourOn(fill)) < 4.5; step += 1)
    fill = mix(base, [0, 0, 0], step / 20)
  return fill
}

/** White if it is readable, because people expect it on a colour; otherwise ink, or black, one of which always is. */
const textColourOn = (ground: Rgb): Rgb => {
  if (ratio(white, ground) >= 4.5) return white
  return ratio(ink, ground) >= 4.5 ? ink : black
}

/** The dark background tinted with the primary colour, as far as the text on it stays readable. */
const glowColour = (dark: Rgb, primary: Rgb, words: readonly Rgb[]): Rgb => {
  for (let share = 0.55; share > 0; share -= 0.05) {
    const glow = mix(dark, primary, share)
    if (words.every((word) => ratio(word, glow) >= 4.5)) return glow
  }
  return dark
}

const tint = (base: Rgb, strength: number): Rgb => mix(white, base, strength)

const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

const ratio = (one: Rgb, other: Rgb): number => {
  // Rounded, as the browser displays them.
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

const luminance = (base: Rgb): number => {
  const [red, green, blue] = base.map((part) => {
    const share = Math.round(part) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const colour = (base: string | null | undefined, fallback: string): Rgb =>
  rgb(base ?? '') ?? rgb(fallback) ?? ink

/** `#abc`, `#aabbcc`, `#aabbccdd` (alpha ignored) or `rgb(…)`; undefined for anything else. */
const rgb = (text: string): Rgb | undefined => {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text.trim())
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})(?:[0-9a-f]{2})?$/i.exec(text.trim())
  const parts = short?.slice(1).map((digit) => digit + digit) ?? long?.slice(1)
  if (parts !== undefined) return parts.map((part) => Number.parseInt(part, 16)) as unknown as Rgb
  const functional = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})/i.exec(text.trim())
  return functional === null
    ? undefined
    : (functional.slice(1).map((part) => Math.min(255, Number(part))) as unknown as Rgb)
}

const hex = (base: Rgb): string =>
  `#${base.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** A constructed style sheet for themes applied after the first page: the policy does not allow new style elements. */
let applied: CSSStyleSheet | undefined

export const applyTheme = (css: string): void => {
  if (applied === undefined) {
    applied = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, applied]
  }
  applied.replaceSync(css)
}
