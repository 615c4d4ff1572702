/** What the program gives to the tests' runner, and what the runner writes down, a line at a time. */
export type Task = {
  mode: 'probe' | 'run'
  /** The current text of each changed file of db/functions, by its name. */
  originals: Record<string, string>
  /** probe: the texts with probes. */
  probed: Record<string, string>
  /** run: the variants of each test, by `testKey`. */
  plan: Record<string, number[]>
  /** run: how many variants, of as many functions, one try of a test may have at once. */
  together: number
  variants: Record<number, Change & { name: string }>
  /** Milliseconds that a test takes with the current text. */
  durations: Record<string, number>
  /** Test files in their order. */
  files: string[]
  output: string
}

/** Part of a file of db/functions and what a variant has in its place. */
export type Change = { file: string; start: number; end: number; replacement: string }

export type Line =
  | { kind: 'probed'; test: string; file: string; milliseconds: number; hits: number[]; hasPassed: boolean }
  | { kind: 'tried'; test: string; file: string; variant: number; outcome: Outcome; why: string }

/**
 * caught: the test failed, and passed again with the current text; unsure: it did not pass again; late: it did not end
 * with this variant and others; invalid: PostgreSQL refused the text.
 */
export type Outcome = 'caught' | 'passed' | 'unsure' | 'late' | 'invalid'

export const testKey = (file: string, name: string): string => `${file} > ${name}`
