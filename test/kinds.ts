import { existsSync, readFileSync, readdirSync } from 'node:fs'

type Kind = 'endpoint' | 'web' | 'unit'

const testsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.test\.tsx?$/.test(file))
        .map((file) => `${folder}/${file}`)
    : []

/** A test that reaches for test/support wants a database, one that speaks of the document a browser's; the rest are of values. */
const kindOf = (file: string): Kind => {
  const text = readFileSync(file, 'utf8')
  if (file.startsWith('web/'))
    return file.endsWith('x') || /\b(document|window|localStorage|sessionStorage)\b/.test(text)
      ? 'web'
      : 'unit'
  return text.includes("'#test/support/") ? 'endpoint' : 'unit'
}

const tests = [
  'contract',
  'demo',
  'server',
  'web',
  'test/contract',
  'test/mutants',
  'test/open-booking',
  'test/security',
].flatMap(testsIn)

/** The tests that stand beside the sources, by what they need to run. */
export const testsOf = (kind: Kind): string[] => tests.filter((file) => kindOf(file) === kind)

/** Unit tests of code that reads a clock or writes a date: what another time zone can change. */
export const testsOfTime = (): string[] =>
  testsOf('unit').filter((file) => /\b(Date|Intl|Temporal|timeZone)\b/.test(readFileSync(file, 'utf8')))

/**
 * Endpoint tests of what stands closest to the engine: places, statements and transactions, imports as a whole. What one
 * file of an import may say is the same on both.
 */
export const testsOfEngine = (): string[] =>
  testsOf('endpoint').filter((file) =>
    /^server\/(holds|platform|import\/(run|export|reconcile|runningServer))\b/.test(file),
  )
