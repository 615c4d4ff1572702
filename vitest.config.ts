import { existsSync, readFileSync, readdirSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'

/** `pglite` (default) or `postgres`: which engine the tests that need a database run on. */
const engine = process.env['TEST_ENGINE'] ?? 'pglite'

const testsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.test.ts'))
        .map((file) => `${folder}/${file}`)
    : []
const beside = ['contract', 'server', 'test/contract'].flatMap(testsIn)
/** A test that reaches for test/support wants a database; one that does not is a test of values. */
const wantsDatabase = (file: string): boolean => readFileSync(file, 'utf8').includes("'#test/support/")

/** What both kinds of tests with a database share. Two embedded engines at once are slower than one after the other. */
const withDatabase = {
  globalSetup: 'test/support/engine.ts',
  environment: 'node',
  pool: 'forks',
  isolate: false,
  maxWorkers: engine === 'pglite' ? 1 : 2,
  testTimeout: 30_000,
  hookTimeout: 60_000,
} as const

export default defineConfig({
  plugins: [react()],
  test: {
    env: { NODE_ENV: 'test', TEST_ENGINE: engine },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: beside.filter((file) => !wantsDatabase(file)),
          environment: 'node',
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
      },
      {
        extends: true,
        test: { name: 'endpoint', include: beside.filter(wantsDatabase), ...withDatabase },
      },
      {
        extends: true,
        test: { name: 'model', include: ['test/model/**/*.test.ts'], ...withDatabase, testTimeout: 300_000 },
      },
      {
        extends: true,
        test: {
          name: 'races',
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
