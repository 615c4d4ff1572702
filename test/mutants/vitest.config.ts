import { defineConfig } from 'vitest/config'
import { testsOf } from '#test/kinds.ts'

/** Tests that need neither a database nor a browser: a mutated rule is run through hundreds of times. */
export default defineConfig({
  test: {
    include: testsOf('unit').filter((file) => !file.startsWith('test/')),
    environment: 'node',
    isolate: false,
    env: { NODE_ENV: 'test' },
  },
})
