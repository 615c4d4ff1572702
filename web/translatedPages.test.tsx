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

const tests = import.meta.glob<string>('./{features,pages}/**/*.test.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const load = import.meta.glob('./{features,pages}/**/*.test.tsx')

for (const [file, text] of Object.entries(tests))
  if (/\b(reactRoot|createRoot)\(/.test(text)) describe(file, async () => void (await load[file]?.()))

it('all of them were translated', () => {
  expect(translator.count()).toBeGreaterThan(500)
})
