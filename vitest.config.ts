import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from '#test/longestFirst.ts'
import { pseudoLanguage } from '#test/pseudoLanguage.ts'
import { testsOf, testsOfEngine, testsOfTime } from '#test/kinds.ts'

/** `pglite` (default) or `postgres`: which engine the tests that need a database run on. */
const engine = process.env['TEST_ENGINE'] ?? 'pglite'

/** They listen to the document, guard its nodes or watch where its focus goes: each by itself. */
const ofWholePage = [
  'web/{hydration,translatedPages}.test.tsx',
  'web/platform/{HydratedApart,lateComponent,pageTranslation,recoverFocus}.test.tsx',
]

/** What both kinds of tests with a database share. Two embedded engines at once are slower than one after the other. */
const withDatabase = {
  globalSetup: 'test/support/engine.ts',
  setupFiles: 'test/support/seed.ts',
  environment: 'node',
  pool: 'forks',
  isolate: false,
  // PostgreSQL works while a test waits, and many wait on purpose.
  maxWorkers: engine === 'pglite' ? 1 : 3,
  testTimeout: 30_000,
  hookTimeout: 60_000,
} as const

export default defineConfig({
  test: {
    env: { NODE_ENV: 'test', TEST_ENGINE: engine },
    // As with the walks: the gate tries a failed test once more and lists it in its summary as a fault to look into.
    retry: process.env['CI'] === undefined ? 0 : 1,
    // Some read every file of the project, which takes seconds on a busy machine.
    testTimeout: 20_000,
    // A run reads what another has compiled: `npm test` has five of them over the same sources.
    experimental: { fsModuleCache: true },
    // Vitest leaves a processor free, which would be half of the gate's.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: testsOf('unit'),
          environment: 'node',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'time',
          include: testsOfTime(),
          environment: 'node',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: testsOf('web'),
          exclude: [...configDefaults.exclude, ...ofWholePage],
          environment: 'happy-dom',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: ofWholePage,
          environment: 'happy-dom',
        },
      },
      {
        extends: true,
        test: {
          name: 'endpoint',
          include: testsOf('endpoint'),
          ...withDatabase,
          globalSetup: [withDatabase.globalSetup, 'test/support/mails.ts'],
          setupFiles: [withDatabase.setupFiles, 'test/support/keepMails.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'mails',
          // After the endpoint tests, which cause them.
          sequence: { groupOrder: 2 },
          include: ['test/mails/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'engine',
          include: testsOfEngine(),
          ...withDatabase,
        },
      },
      {
        extends: true,
        plugins: [pseudoLanguage],
        test: {
          name: 'pseudo',
          include: ['test/pseudo/**/*.test.ts'],
          ...withDatabase,
          // They open every page and write every mail, on a machine that others use as well.
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'model',
          include: ['test/model/**/*.test.ts'],
          ...withDatabase,
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'fuzz',
          include: ['test/{faults,fuzz}/**/*.test.ts'],
          ...withDatabase,
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'races',
          // After the others: they want the server.
          sequence: { groupOrder: 1 },
          include: ['test/races/**/*.test.ts'],
          // A race needs several connections, which PGlite does not have.
          exclude: engine === 'postgres' ? configDefaults.exclude : ['**'],
          ...withDatabase,
          testTimeout: 120_000,
        },
      },
    ],
  },
})
