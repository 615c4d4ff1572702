import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'

/** `pglite` (default) or `postgres`: which engine the tests that need a database run on. */
const engine = process.env['TEST_ENGINE'] ?? 'pglite'

const testsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.test\.tsx?$/.test(file))
        .map((file) => `${folder}/${file}`)
    : []

/** A test that reaches for test/support wants a database, one that speaks of the document a browser's; the rest are of values. */
const kindOf = (file: string): 'endpoint' | 'web' | 'unit' => {
  const text = readFileSync(file, 'utf8')
  if (file.startsWith('web/'))
    return file.endsWith('x') || /\b(document|window|localStorage|sessionStorage)\b/.test(text)
      ? 'web'
      : 'unit'
  return text.includes("'#test/support/") ? 'endpoint' : 'unit'
}
const tests = ['contract', 'demo', 'server', 'web', 'test/contract', 'test/security'].flatMap(testsIn)

/** What both kinds of tests with a database share. Two embedded engines at once are slower than one after the other. */
const withDatabase = {
  globalSetup: 'test/support/engine.ts',
  setupFiles: 'test/support/seed.ts',
  environment: 'node',
  pool: 'forks',
  isolate: false,
  maxWorkers: engine === 'pglite' ? 1 : 2,
  testTimeout: 30_000,
  hookTimeout: 60_000,
} as const

export default defineConfig({
  test: {
    env: { NODE_ENV: 'test', TEST_ENGINE: engine },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: tests.filter((file) => kindOf(file) === 'unit'),
          environment: 'node',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: tests.filter((file) => kindOf(file) === 'web'),
          environment: 'happy-dom',
        },
      },
      {
        extends: true,
        test: {
          name: 'endpoint',
          include: tests.filter((file) => kindOf(file) === 'endpoint'),
          ...withDatabase,
        },
      },
      {
        extends: true,
        test: {
          name: 'model',
          include: ['test/{faults,fuzz,model}/**/*.test.ts'],
          ...withDatabase,
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'races',
          // By themselves, after the others: they want the whole server.
          sequence: { groupOrder: 1 },
          include: ['test/races/**/*.test.ts'],
          // A race needs several connections, which PGlite does not have.
          exclude: engine === 'postgres' ? configDefaults.exclude : ['**'],
          ...withDatabase,
          maxWorkers: 1,
          testTimeout: 120_000,
        },
      },
    ],
  },
})
