import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast } from '#contract/colours.ts'
import { themeCss, themeFonts, themeVariables } from './theme.ts'

/** Every pair of text and background in the styles. */
const texts = [
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['primary-text', 'primary-soft'],
  ['accent-1-text', 'accent-1-soft'],
  ['accent-2-text', 'accent-2-soft'],
  ['on-accent-1', 'accent-1'],
  ['on-accent-2', 'accent-2'],
  ['on-header', 'header'],
  ['on-dark', 'dark'],
  ['on-dark-quiet', 'dark'],
  ['on-dark', 'dark-glow'],
  ['on-dark-quiet', 'dark-glow'],
  ['secondary-text', 'secondary-fill'],
  ['secondary-text', 'secondary-hover'],
] as const

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('themeVariables', () => {
  test('B05: the default is a purple primary, a dark header and Roboto', () => {
    const made = themeVariables({})
    expect(made['primary']).toBe('#6b2fb3')
    expect(made['header']).toBe('#17141f')
    expect(made['font-body']).toMatch(/^'Roboto'/)
    expect(made['font-heading']).toMatch(/^'Roboto'/)
  })

  test.each([
    ['garage_gothic', /Oswald/],
    ['lato', /Lato/],
    ['open_sans', /Open Sans/],
    ['roboto', /Roboto/],
  ])('B05: %s is a heading font', (themeAppHeadingFontStyle, family) => {
    expect(themeVariables({ themeAppHeadingFontStyle })['font-heading']).toMatch(family)
  })

  test('B06: the secondary button is outlined or solid, and the header text takes its colour', () => {
    expect(themeVariables({ themeAppSecondaryButtonStyle: 'outline' })['secondary-fill']).toBe('transparent')
    const solid = themeVariables({
      themeAppSecondaryButtonStyle: 'solid',
      themeAppSecondaryColour2: '#0f7173',
    })
    expect(solid['secondary-fill']).toBe('#0f7173')
    expect(themeVariables({ headerPrimaryColour: '#ffd166' })['on-header']).toBe('#ffd166')
  })

  test.each([
    ['#b3261e', true],
    ['#d00000', true],
    ['#c2185b', false],
    ['#6b2fb3', false],
    ['#ff8800', false],
    ['#3a3030', false],
  ])('a red venue (%s: %s) has errors of another colour', (themeAppPrimaryColour, isRed) => {
    const made = themeVariables({ themeAppPrimaryColour })
    expect(made['theme-danger'] !== undefined).toBe(isRed)
    if (!isRed) return
    expect(contrast(made['theme-danger'] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(made['theme-danger'] ?? '', made['theme-danger-soft'] ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  test('the edge of a secondary button is quieter than the primary button, and still seen', () => {
    const made = themeVariables({ themeAppPrimaryColour: '#5b2a86' })
    const edge = contrast(made['secondary-edge'] ?? '', '#ffffff')
    expect(edge).toBeGreaterThanOrEqual(3)
    expect(edge).toBeLessThan(contrast(made['primary'] ?? '', '#ffffff'))
  })

  test('a readable colour is not changed', () => {
    expect(themeVariables({ themeAppPrimaryColour: '#5B2A86' })['primary']).toBe('#5b2a86')
    expect(themeVariables({ themeAppPrimaryColour: '#abc' })['primary']).toBe('#aabbcc')
  })

  test('all text has a contrast of 4.5:1 for any colours of a venue', () => {
    fc.assert(
      fc.property(
        fc.record({
          themeAppPrimaryColour: colour,
          themeAppSecondaryColour1: colour,
          themeAppSecondaryColour2: colour,
          themeAppHeaderBgColour: colour,
          themeAppDarkBgColour: colour,
          headerPrimaryColour: colour,
          themeAppSecondaryButtonStyle: fc.constantFrom('outline', 'solid'),
        }),
        (theme) => {
          const made = themeVariables(theme)
          const paper = (name: string): string =>
            made[name] === 'transparent' ? '#ffffff' : (made[name] ?? '')
          for (const [text, ground] of texts)
            expect(contrast(made[text] ?? '', paper(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(
              4.5,
            )
          expect(contrast(made['primary-text'] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5)
          expect(contrast(made['primary-edge'] ?? '', '#ffffff')).toBeGreaterThanOrEqual(3)
          expect(contrast(made['focus'] ?? '', '#f7f6fa')).toBeGreaterThanOrEqual(3)
        },
      ),
      { numRuns: 500 },
    )
  })

  test("B05: requests only the theme's fonts, and declares a system font of the same metrics for each weight", () => {
    const theme = { themeAppHeadingFontStyle: 'lato', themeAppBodyFontStyle: 'open_sans' }
    expect(themeFonts(theme, '/book')).toEqual([
      { family: 'Open Sans', weight: 400, url: '/book/assets/fonts/open-sans-400.woff2' },
      { family: 'Open Sans', weight: 700, url: '/book/assets/fonts/open-sans-700.woff2' },
      { family: 'Lato', weight: 700, url: '/book/assets/fonts/lato-700.woff2' },
    ])
    expect(themeFonts({}, '').map(({ family, weight }) => `${family} ${weight}`)).toEqual([
      'Roboto 400',
      'Roboto 700',
    ])
    const css = themeCss(theme)
    expect(css.match(/size-adjust:/g)).toHaveLength(4)
    expect(css).not.toContain('url(')
  })

  test('only colours get into the style', () => {
    const css = themeCss({
      themeAppPrimaryColour: 'red;}</style><script>alert(1)</script>',
      themeAppHeadingFontStyle: "x';}body{display:none",
    })
    expect(css).not.toMatch(/script|[{;]display:/)
    expect(css).toContain('--primary:#6b2fb3')
  })
})
