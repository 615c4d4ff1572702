import { equalVariants } from './equalVariants.ts'
import type { Variant } from './sqlVariants.ts'

export type Verdict = {
  variant: Variant
  outcome: 'caught' | 'missed' | 'invalid' | 'open'
  /** The test that caught it. */
  by: string | null
  /** How many tests it could make a difference to. */
  tests: number
}

/** Lines for people, a function each, and how many variants are missed without an explanation. */
export const reportOf = (verdicts: readonly Verdict[]): { lines: string[]; missed: number } => {
  const count = (of: readonly Verdict[], outcome: Verdict['outcome']) =>
    of.filter((verdict) => verdict.outcome === outcome && !isExplained(verdict)).length
  const summary = (of: readonly Verdict[]) =>
    `${of.length} variants, ${count(of, 'caught')} caught, ${count(of, 'missed')} missed, ` +
    `${of.filter(isExplained).length} equal, ${count(of, 'invalid')} not compiled, ${count(of, 'open')} not tried to the end`
  const names = [...new Set(verdicts.map(({ variant }) => variant.name))]
  const lines = names.flatMap((name) => {
    const own = verdicts.filter(({ variant }) => variant.name === name)
    return [
      `${name}: ${summary(own)}`,
      ...own
        .filter((verdict) => verdict.outcome === 'missed' && !isExplained(verdict))
        .map(
          ({ variant, tests }) =>
            `  missed by ${tests} tests: ${variant.file}:${variant.line}  ${shortOf(variant.id)}`,
        ),
    ]
  })
  const unused = [...equalVariants.keys()].filter((id) =>
    verdicts.some(({ variant, outcome }) => variant.id === id && outcome === 'caught'),
  )
  return {
    lines: [
      ...lines,
      ...unused.map((id) => `explained as equal, but caught: ${id}`),
      `Total: ${summary(verdicts)}`,
    ],
    missed: count(verdicts, 'missed') + unused.length,
  }
}

const isExplained = ({ variant, outcome }: Verdict): boolean =>
  outcome !== 'caught' && equalVariants.has(variant.id)

const shortOf = (id: string): string => (id.length > 220 ? `${id.slice(0, 140)} … ${id.slice(-70)}` : id)
