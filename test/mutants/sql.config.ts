import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'
import type { Task } from './sqlTask.ts'

const { files }: Pick<Task, 'files'> = JSON.parse(readFileSync(process.env['MUTANTS_TASK'] ?? '', 'utf8'))

/** In the order of the task: the files whose tests are fast find most. */
class InOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      files.findIndex((file) => moduleId.endsWith(`/${file}`))
    return specifications.toSorted((a, b) => place(a) - place(b))
  }
}

/** The tests that run on PostgreSQL, each again for every variant that it could tell: test/mutants/sql.mjs starts it. */
export default defineConfig({
  test: {
    include: files,
    runner: 'test/mutants/sqlRunner.ts',
    globalSetup: 'test/support/engine.ts',
    environment: 'node',
    env: { NODE_ENV: 'test', TEST_ENGINE: 'postgres', TZ: 'UTC' },
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    fileParallelism: false,
    // The runner ends what takes too long, by what each test takes.
    testTimeout: 0,
    hookTimeout: 60_000,
    sequence: { sequencer: InOrder },
    reporters: ['dot'],
  },
})
