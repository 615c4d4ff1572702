/** Which tests reach which conditions, found out by running them on functions with probes. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { testsOf } from '#test/kinds.ts'
import { addProbes } from './sqlProbes.ts'
import type { Line, Task } from './sqlTask.ts'
import { hashOf } from './sqlTestRun.ts'
import type { Variant } from './sqlVariants.ts'

/** They measure statements and plans, end the server, or fail on what their last run has left. */
const leftOut = /scans|statements|backup|databaseLoss|lostAnswers|pooler|takeover|hoarder/

export type Probed = { test: string; file: string; milliseconds: number; hits: string[] }

/**
 * The tests that a variant can make a difference to: the best of each file, then the next of each. Tests of one file
 * are alike, so that what one misses the next may miss as well. Those that reach most conditions of the function come
 * first, since they are about it; the others only use it. A lock is missed by a race alone.
 */
export const testsFor = (variant: Variant, all: readonly Variant[], tests: readonly Probed[]): Probed[] => {
  const counts = new Map<string, number>()
  const ofFunction = new Set(all.filter(({ name }) => name === variant.name).map(({ id }) => id))
  // Ten times as long has to reach one more doubling.
  const worthOf = ({ hits, milliseconds }: Probed): number =>
    Math.log2(1 + hits.filter((hit) => ofFunction.has(hit)).length) - Math.log10(50 + milliseconds)
  return reaching(variant, all, tests)
    .map((test) => ({ test, worth: worthOf(test) }))
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ test }) => {
      const round = counts.get(test.file) ?? 0
      counts.set(test.file, round + 1)
      return { test, round }
    })
    .toSorted((a, b) => a.round - b.round)
    .map(({ test }) => test)
}

const reaching = (variant: Variant, all: readonly Variant[], tests: readonly Probed[]): readonly Probed[] => {
  const called = `called ${variant.name}`
  if (variant.kind === 'lock')
    return tests.filter(({ file, hits }) => file.startsWith('test/races/') && hits.includes(called))
  if (variant.decides !== 'always') return tests.filter(({ hits }) => hits.includes(variant.id))
  // A function in SQL does not report its calls, only its conditions.
  const marks = [called, ...all.filter(({ name }) => name === variant.name).map(({ id }) => id)]
  const exact = tests.filter(({ hits }) => marks.some((mark) => hits.includes(mark)))
  return exact.length > 0 ? exact : tests.filter(({ hits }) => hits.length > 0)
}

export const probeTests = async ({
  root,
  folder,
  tests,
  originals,
  variants,
  run,
  say,
}: {
  root: string
  folder: string
  /** Files of tests to look at. */
  tests: RegExp
  originals: Record<string, string>
  variants: readonly Variant[]
  run: (task: Omit<Task, 'output'>) => Promise<Line[]>
  say: (line: string) => void
}): Promise<Probed[]> => {
  const files = [
    ...testsOf('endpoint'),
    ...testsUnder(root, 'test/model'),
    ...testsUnder(root, 'test/races'),
  ].filter((file) => !leftOut.test(file) && tests.test(file))
  const names = [...new Set(variants.map(({ name }) => name))]
  const texts = Object.fromEntries(
    Object.entries(originals).map(([file, text]) => [
      file,
      addProbes(
        text,
        variants.filter((variant) => variant.file === file),
        (variant) => variants.indexOf(variant),
        (name) => variants.length + names.indexOf(name),
      ),
    ]),
  )
  const functionsHash = hashOf(JSON.stringify(texts))
  const hashes = new Map(
    files.map((file) => [file, hashOf(functionsHash + readFileSync(path.join(root, file), 'utf8'))]),
  )
  const cache = path.join(folder, 'probed.json')
  type Cached = Record<string, { hash: string; tests: Probed[] }>
  const cached: Cached = existsSync(cache) ? JSON.parse(readFileSync(cache, 'utf8')) : {}
  const markOf = (number: number): string =>
    variants[number]?.id ?? `called ${names[number - variants.length] ?? '?'}`
  for (let rounds = 3; rounds > 0; rounds -= 1) {
    const stale = files.filter((file) => cached[file]?.hash !== hashes.get(file))
    if (stale.length === 0) break
    say(`Finding out which tests reach which conditions: ${stale.length} files`)
    const lines = await run({
      mode: 'probe',
      originals,
      probed: texts,
      plan: {},
      together: 1,
      variants: {},
      durations: {},
      files: stale,
    })
    if (lines.length === 0) throw new Error('No test ran with probes.')
    for (const file of stale) {
      const own = lines.flatMap((line) => (line.kind === 'probed' && line.file === file ? [line] : []))
      // A file without a word is one that was not reached, or whose tests all want what the probes take away.
      if (own.length > 0 || rounds === 1)
        cached[file] = { hash: hashes.get(file) ?? '', tests: passedTests(own, markOf) }
    }
    writeFileSync(cache, JSON.stringify(cached))
  }
  return files
    .flatMap((file) => cached[file]?.tests ?? [])
    .filter(({ hits }) => hits.length > 0)
    .toSorted((a, b) => a.milliseconds - b.milliseconds)
}

/** Those that pass on functions with probes. */
const passedTests = (
  lines: readonly Extract<Line, { kind: 'probed' }>[],
  markOf: (number: number) => string,
): Probed[] =>
  lines
    .filter(({ hasPassed }) => hasPassed)
    .map(({ test, file, milliseconds, hits }) => ({ test, file, milliseconds, hits: hits.map(markOf) }))

const testsUnder = (root: string, folder: string): string[] =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`)
