/** One run of vitest with the runner of variants. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Line, Task } from './sqlTask.ts'

export const runTests = async ({
  root,
  folder,
  databaseUrl,
  deadline,
  task,
}: {
  root: string
  folder: string
  databaseUrl: string
  deadline: number
  task: Omit<Task, 'output'>
}): Promise<Line[]> => {
  const output = path.join(folder, 'output.jsonl')
  const file = path.join(folder, 'task.json')
  rmSync(output, { force: true })
  const log = openSync(path.join(folder, 'vitest.log'), 'w')
  const whole: Task = { ...task, output }
  writeFileSync(file, JSON.stringify(whole))
  await new Promise<void>((resolve) => {
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/mutants/sql.config.ts'],
      {
        cwd: root,
        stdio: ['ignore', log, log],
        env: { ...process.env, MUTANTS_TASK: file, TEST_ENGINE: 'postgres', TEST_DATABASE_URL: databaseUrl },
      },
    )
    const timer = setTimeout(() => child.kill('SIGTERM'), Math.max(0, deadline - Date.now()))
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  return readLines<Line>(output)
}

export const readLines = <T>(file: string): T[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): T => JSON.parse(line))
    : []

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
