import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * Browsers block scripts by their names. A part whose script does not come leaves the rest of the page as it is
 * (lazyComponent.test.tsx, lateComponent.test.tsx); this states for every script that comes by itself what becomes of
 * the page without it.
 */
const files = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .map((file) => `web/${file}`)
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^web\/(apps\/|sites\.ts)/.test(file))

const importsIn = (text: string): string[] =>
  [...text.matchAll(/^(?!\s*(?:\*|\/\/)).*?\bimport\('([^']+)'\)/gm)].map(([, target = '']) => target)

const resolved = (file: string, target: string): string =>
  target.startsWith('#web/')
    ? target.replace('#web/', 'web/')
    : target.startsWith('.')
      ? path.join(path.dirname(file), target)
      : target

type Part = { source: string; target: string; isOptional: boolean }

const parts = files.flatMap((file): Part[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /= (?:lazy|late)Component(?:<[^(]*>)?\(\s*'([^']+)',\s*async \(\) =>\s*\(await import\('([^']+)'\)\)\.\w+,?([^)]*\{[^}]*\})?/g,
    ),
  ].map(([, source = '', target = '', options = '']) => ({
    source,
    target: resolved(file, target),
    isOptional: options.includes('isOptional'),
  })),
)

/** Left out without a word; in the place of every other part stands a notice. */
const optionalParts = [
  'web/features/analytics/AskConsent.tsx',
  'web/features/baskets/BasketClock.tsx',
  'web/features/baskets/HoldAnnouncer.tsx',
  'web/features/favourites/FavouriteToggle.tsx',
]

/** Scripts that are no part of the page. `needed`: what was pressed cannot be done without. */
const scripts: Readonly<Record<string, 'needed' | 'optional'>> = {
  '@simplewebauthn/browser': 'needed',
  'web/features/baskets/basketQueue.ts': 'needed',
  'web/features/baskets/useBasketChanges.ts': 'needed',
  'web/features/checkout/checkoutErrors.ts': 'needed',
  'web/features/checkout/paymentFlow.ts': 'needed',
  'web/features/checkout/readPendingPayment.ts': 'needed',
  'web/features/checkout/saveCardChange.ts': 'needed',
  'web/features/venues/map/leaflet.ts': 'optional',
  'web/platform/embedding.ts': 'optional',
  'web/platform/favouriteSync.ts': 'optional',
  'web/platform/formDrafts.ts': 'optional',
  'web/platform/pageSync.ts': 'optional',
  'web/platform/pageTranslation.ts': 'optional',
  'web/platform/theme.ts': 'optional',
  'web/ui/placeToasts.ts': 'optional',
}

describe('a script that the browser blocks', () => {
  it('is of a part that is stated to be optional, or leaves a notice in its place', () => {
    expect(parts.length).toBeGreaterThan(50)
    expect(
      [...new Set(parts.filter(({ isOptional }) => isOptional).map(({ source }) => source))].toSorted(),
    ).toEqual(optionalParts)
    // On every page that has it.
    expect(parts.filter(({ source, isOptional }) => optionalParts.includes(source) && !isOptional)).toEqual(
      [],
    )
  })

  it('is found in the build by the source that its part names', () => {
    expect(parts.filter(({ source, target }) => source !== target)).toEqual([])
  })

  it('is otherwise stated to be needed or optional', () => {
    const ofParts = new Set(parts.map(({ target }) => target))
    const others = files.flatMap((file) =>
      importsIn(readFileSync(file, 'utf8'))
        .map((target) => resolved(file, target))
        .filter((target) => !ofParts.has(target) && !target.startsWith('web/pages/')),
    )
    expect([...new Set(others)].toSorted()).toEqual(Object.keys(scripts))
  })

  it('holds nothing back where it is optional: its failure is caught or reported where it is loaded', () => {
    const optional = new Set(Object.keys(scripts).filter((target) => scripts[target] === 'optional'))
    const uncaught = files.filter((file) => {
      const text = readFileSync(file, 'utf8')
      const loads = importsIn(text).some((target) => optional.has(resolved(file, target)))
      return loads && !/\.catch\(|catch \{|catch \(|preloadFirst|preloadWhenIdle/.test(text)
    })
    expect(uncaught).toEqual([])
  })
})
