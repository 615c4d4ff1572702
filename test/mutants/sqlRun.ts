/** Finds which variants of the functions no test notices. What has been tried is remembered in .cache. */
import { appendFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { probeTests, testsFor } from './sqlReach.ts'
import type { Probed } from './sqlReach.ts'
import { reportOf } from './sqlReport.ts'
import type { Verdict } from './sqlReport.ts'
import type { Outcome, Task } from './sqlTask.ts'
import { hashOf, readLines, runTests } from './sqlTestRun.ts'
import { findVariants } from './sqlVariants.ts'
import type { Variant } from './sqlVariants.ts'

type Options = {
  root: string
  databaseUrl: string
  /** Functions or files; none: all. */
  names: readonly string[]
  minutes: number
  /** Tests for one variant at most, the fastest of each file first. */
  most: number
  /** A pattern of the test files to use. */
  tests: string
  say: (line: string) => void
}

/** Most variants are caught by the tests that are about their function; the others are tried together. */
const triesAlone = 4

type Tried = { variant: string; text: string; test: string; testText: string; outcome: Outcome; why: string }

export const runSqlMutants = async ({
  root,
  databaseUrl,
  names,
  minutes,
  most,
  tests,
  say,
}: Options): Promise<number> => {
  const deadline = Date.now() + minutes * 60_000
  const folder = path.join(root, '.cache', 'sql-mutants')
  mkdirSync(folder, { recursive: true })
  const run = (task: Omit<Task, 'output'>) => runTests({ root, folder, databaseUrl, deadline, task })

  const originals = readFunctions(root)
  const variants = Object.entries(originals).flatMap(([file, text]) => findVariants(file, text))
  const probed = await probeTests({ root, folder, tests: new RegExp(tests), originals, variants, run, say })
  const chosen = variants.filter(
    ({ name, file }) =>
      names.length === 0 || names.includes(name) || names.includes(file.replace('.sql', '')),
  )
  say(`${chosen.length} variants, ${probed.length} tests`)

  const history = path.join(folder, 'tried.jsonl')
  const textHashes = new Map(
    probed.map(({ file }) => [file, hashOf(readFileSync(path.join(root, file), 'utf8'))]),
  )
  const isCurrent = (one: Tried): boolean => {
    const variant = chosen.find(({ id }) => id === one.variant)
    return (
      variant !== undefined &&
      one.text === hashOf(originals[variant.file] ?? '') &&
      (one.outcome === 'invalid' || one.testText === textHashes.get(one.test.split(' > ')[0] ?? ''))
    )
  }
  const tried = readLines<Tried>(history).filter(isCurrent)

  for (;;) {
    const first = planOf(chosen, probed, tried, Math.min(most, triesAlone))
    const isFirst = Object.keys(first).length > 0
    const plan = isFirst ? first : planOf(chosen, probed, tried, most)
    const count = Object.values(plan).flat().length
    if (count === 0 || Date.now() >= deadline) break
    say(`${count} tries are left of ${isFirst ? 'the likeliest tests' : 'the others'}`)
    const lines = await run({
      mode: 'run',
      originals,
      probed: {},
      plan,
      together: isFirst ? 1 : 12,
      variants: Object.fromEntries(
        variants.map(({ file, name, start, end, replacement }, number) => [
          number,
          { file, name, start, end, replacement },
        ]),
      ),
      durations: Object.fromEntries(probed.map(({ test, milliseconds }) => [test, milliseconds])),
      files: inOrder(probed, plan),
    })
    const fresh = lines.flatMap((line): Tried[] => {
      const variant = line.kind === 'tried' ? variants[line.variant] : undefined
      if (line.kind !== 'tried' || variant === undefined) return []
      const { test, outcome, why } = line
      return [
        {
          variant: variant.id,
          text: hashOf(originals[variant.file] ?? ''),
          test,
          testText: textHashes.get(line.file) ?? '',
          outcome,
          why,
        },
      ]
    })
    if (fresh.length === 0) break
    appendFileSync(history, fresh.map((one) => `${JSON.stringify(one)}\n`).join(''))
    tried.push(...fresh)
  }

  /** The numbers of variants are their places in the list of all. */
  function planOf(
    wanted: readonly Variant[],
    tests: readonly Probed[],
    before: readonly Tried[],
    limit: number,
  ): Record<string, number[]> {
    const plan: Record<string, number[]> = {}
    for (const variant of wanted) {
      const own = before.filter((one) => one.variant === variant.id)
      if (own.some(({ outcome }) => outcome === 'caught' || outcome === 'invalid')) continue
      const had = new Set(own.filter(({ outcome }) => outcome !== 'late').map(({ test }) => test))
      const late = new Set(own.filter(({ outcome }) => outcome === 'late').map(({ test }) => test))
      for (const [place, { test }] of testsFor(variant, variants, tests).entries())
        if (!had.has(test) && (place < limit || late.has(test)))
          (plan[test] ??= []).push(variants.indexOf(variant))
    }
    return plan
  }

  const verdicts = chosen.map((variant): Verdict => {
    const own = tried.filter((one) => one.variant === variant.id)
    const tests = testsFor(variant, variants, probed)
    const final = own.find(({ outcome }) => outcome === 'caught' || outcome === 'invalid')
    const had = new Set(own.filter(({ outcome }) => outcome !== 'late').map(({ test }) => test))
    const isOpen = tests.some(({ test }) => !had.has(test))
    return {
      variant,
      outcome: final?.outcome === 'invalid' ? 'invalid' : final ? 'caught' : isOpen ? 'open' : 'missed',
      by: final?.test ?? null,
      tests: tests.length,
    }
  })
  const { lines, missed } = reportOf(verdicts)
  for (const line of lines) say(line)
  writeFileSync(path.join(root, '.cache', 'sql-mutants.json'), JSON.stringify(verdicts, null, 2))
  return missed
}

const readFunctions = (root: string): Record<string, string> => {
  const folder = path.join(root, 'db', 'functions')
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .toSorted()
      .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  )
}

/** The files whose tries take least come first. */
const inOrder = (probed: readonly Probed[], plan: Record<string, number[]>): string[] => {
  const costs = new Map<string, number[]>()
  for (const { test, file, milliseconds } of probed)
    if (plan[test] !== undefined) costs.set(file, [...(costs.get(file) ?? []), milliseconds])
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  return [...costs].toSorted(([, a], [, b]) => mean(a) - mean(b)).map(([file]) => file)
}
