import { afterAll, describe, expect, it } from 'vitest'
import { translateDocument, unifyForms } from '#test/support/translator.ts'
import { guardTranslation } from './platform/pageTranslation.ts'

/*
 * The component tests of customers' pages and the desk once more, in a document that a browser translates meanwhile.
 */

guardTranslation()
unifyForms()
const translator = translateDocument()
afterAll(() => translator.stop())

const sources = import.meta.glob<string>('./{features,pages}/**/*.test.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const load = import.meta.glob('./{features,pages}/**/*.test.tsx')
/** Those that render in the document. */
const files = Object.keys(sources).filter((file) => /\b(reactRoot|createRoot)\(/.test(sources[file] ?? ''))

describe.each(files)('%s', async (file) => {
  await load[file]?.()
})

it('all of them were translated', () => {
  expect(translator.count()).toBeGreaterThan(500)
})
