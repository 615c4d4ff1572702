/** Runs each test again for each variant that it could tell, in one process: a variant costs as long as its tests. */
import { appendFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { configureGlobal } from 'fast-check'
import { TestRunner, inject } from 'vitest'
import type { RunnerTask, RunnerTestCase } from 'vitest'
import { SqlTexts } from './sqlTexts.ts'
import { testKey } from './sqlTask.ts'
import type { Line, Outcome, Task } from './sqlTask.ts'

/** A class of SQLSTATE whose errors say that a text is no SQL, save for what the functions raise themselves. */
const invalidText = /^42(?!501)\w{3} /m

/** More than a test that waits for nothing can take. */
const patience = 30_000
const probePatience = 120_000

/** What a try has: variants at once, or the current text after one was caught. */
type Step = { variants: number[]; afterCatching: number | null }

const task: Task = JSON.parse(readFileSync(process.env['MUTANTS_TASK'] ?? '', 'utf8'))
const write = (line: Line) => appendFileSync(task.output, `${JSON.stringify(line)}\n`)

// Where a variant is caught is found already; the smallest example is of no use.
configureGlobal({ seed: 20_261_121, endOnFailure: true })

/** Variants that need no more tests, in whichever file. */
const done = new Set<number>(
  readFileSync(task.output, { encoding: 'utf8', flag: 'a+' })
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line))
    .flatMap((line) => (line.kind === 'tried' && isFinal(line.outcome) ? [line.variant] : [])),
)
function isFinal(outcome: string): boolean {
  return outcome === 'caught' || outcome === 'invalid'
}

let texts: SqlTexts | undefined

// oxlint-disable-next-line import/no-default-export -- vitest loads a runner by its default export
export default class SqlMutantRunner extends TestRunner {
  /** Variants to try at once. */
  #queue: number[][] = []
  #step: Step = { variants: [], afterCatching: null }
  #key = ''
  #file = ''
  #startedAt = 0
  #logStart = 0
  /** Why the last variant was caught. */
  #why = ''

  async onBeforeRunFiles(): Promise<void> {
    if (texts !== undefined) return
    texts = await SqlTexts.open(inject('postgres'))
    if (task.mode === 'probe') await texts.addProbes(task.probed)
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test)
    if (test.type !== 'test' || test.mode !== 'run') return
    this.#file = path.relative(process.cwd(), test.file.filepath)
    this.#key = testKey(this.#file, nameOf(test))
    if (task.mode === 'probe') return
    const variants = (task.plan[this.#key] ?? []).filter((variant) => !done.has(variant))
    this.#queue = groupsOf(variants)
    // Each may be followed by the current text, halves are as many as variants, and the end takes one.
    if (this.#queue.length === 0) test.mode = 'skip'
    else test.repeats = variants.length * 3 + 1
    this.#step = { variants: [], afterCatching: null }
  }

  // oxlint-disable-next-line typescript/no-misused-promises -- vitest waits for it, as its interface of runners says
  override async onBeforeTryTask(test: RunnerTestCase): Promise<void> {
    super.onBeforeTryTask(test)
    if (task.mode === 'run') {
      for (;;) {
        if (this.#step.afterCatching === null) {
          const variants = this.#queue.shift()
          if (variants === undefined) test.context.skip('No variant is left.')
          else this.#step = { variants, afterCatching: null }
        }
        if (await this.#apply()) break
      }
    }
    this.#logStart = texts?.logSize() ?? 0
    this.#startedAt = performance.now()
  }

  /** @returns whether PostgreSQL took the text */
  async #apply(): Promise<boolean> {
    const { variants } = this.#step
    try {
      await texts?.apply(
        variants.flatMap((variant) => task.variants[variant] ?? []),
        task.originals,
      )
      return true
    } catch (error) {
      const [variant] = variants
      if (variant === undefined) throw error
      if (variants.length > 1) this.#halve(variants)
      else this.#note(variant, 'invalid', String(error))
      return false
    }
  }

  /** One of them made a difference. */
  #halve(variants: readonly number[]): void {
    const middle = Math.ceil(variants.length / 2)
    this.#queue.unshift(variants.slice(0, middle), variants.slice(middle))
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const limit =
      task.mode === 'probe' ? probePatience : Math.max(patience, 10 * (task.durations[this.#key] ?? 0))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), limit)
    })
    const run = async (): Promise<'ended'> => {
      await TestRunner.getTestFn(test)()
      return 'ended'
    }
    try {
      const ending = await Promise.race([run(), late])
      // What still runs would disturb the next: the program starts another process.
      if (ending === 'late') this.#abandon()
    } finally {
      clearTimeout(timer)
    }
  }

  #abandon(): never {
    const { variants, afterCatching } = this.#step
    const [variant] = variants
    if (task.mode === 'probe') this.#noteProbes(true)
    else if (variants.length > 1) for (const each of variants) this.#note(each, 'late', 'with others')
    else if (variant !== undefined) this.#note(variant, 'caught', 'did not end')
    else if (afterCatching !== null)
      this.#note(afterCatching, 'unsure', 'the current text took too long after it')
    process.kill(process.pid, 'SIGKILL')
    throw new Error('not reached')
  }

  async onAfterRetryTask(test: RunnerTestCase): Promise<void> {
    const result = test.result
    if (result === undefined || result.state === 'skip') return
    const hasFailed = result.state === 'fail'
    const why = hasFailed ? (result.errors?.[0]?.message ?? 'failed').slice(0, 300) : ''
    if (task.mode === 'probe') this.#noteProbes(hasFailed)
    else this.#noteTry(hasFailed, why)
    result.state = 'run'
    delete result.errors
    await texts?.dropLeftOver()
  }

  #noteProbes(hasFailed: boolean): void {
    write({
      kind: 'probed',
      test: this.#key,
      file: this.#file,
      milliseconds: Math.round(performance.now() - this.#startedAt),
      hits: [...new Set(texts?.logged(this.#logStart, /mutant:(\d+)/g).map(Number))],
      hasPassed: !hasFailed,
    })
  }

  #noteTry(hasFailed: boolean, why: string): void {
    const { variants, afterCatching } = this.#step
    const [variant] = variants
    if (variant !== undefined) {
      if (!hasFailed) {
        for (const each of variants) this.#note(each, 'passed', '')
      } else if (variants.length > 1) {
        this.#halve(variants)
      } else if (texts !== undefined && texts.logged(this.#logStart, invalidText).length > 0) {
        this.#note(variant, 'invalid', why)
      } else {
        this.#step = { variants: [], afterCatching: variant }
        this.#why = why
        return
      }
    } else if (afterCatching !== null) {
      this.#note(afterCatching, hasFailed ? 'unsure' : 'caught', this.#why)
      this.#step = { variants: [], afterCatching: null }
      if (hasFailed) process.kill(process.pid, 'SIGKILL')
    }
  }

  #note(variant: number, outcome: Outcome, why: string): void {
    if (isFinal(outcome)) done.add(variant)
    write({ kind: 'tried', test: this.#key, file: this.#file, variant, outcome, why })
  }
}

/** Variants of different functions, which a test that fails for none of them need not try one by one. */
const groupsOf = (variants: readonly number[]): number[][] => {
  const groups: number[][] = []
  const nameOfVariant = (variant: number) => task.variants[variant]?.name
  for (const variant of variants) {
    const group = groups.find(
      (others) =>
        others.length < task.together &&
        others.every((other) => nameOfVariant(other) !== nameOfVariant(variant)),
    )
    if (group === undefined) groups.push([variant])
    else group.push(variant)
  }
  return groups
}

const nameOf = (test: RunnerTask): string => {
  const names: string[] = []
  let one: RunnerTask | undefined = test
  while (one !== undefined && one !== one.file) {
    names.unshift(one.name)
    one = one.suite ?? undefined
  }
  return names.join(' > ')
}
