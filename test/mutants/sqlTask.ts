/** What the program gives to the tests' runner, and what the runner writes down, a line at a time. */
export type Task = {
  mode: 'probe' | 'run'
  /** The current text of each changed file of db/functions, by its name. */
  originals: Record<string, string>
  /** probe: the texts with probes. */
  probed: Record<string, string>
  /** run: the variants of each test, by `testKey`. */
  plan: Record<string, number[]>
  variants: Record<number, { file: string; text: string }>
  /** Milliseconds that a test takes with the current text. */
  durations: Record<string, number>
  /** Test files in their order. */
  files: string[]
  output: string
}

export type Line =
  | { kind: 'probed'; test: string; file: string; milliseconds: number; hits: number[]; hasPassed: boolean }
  | { kind: 'tried'; test: string; file: string; variant: number; outcome: Outcome; why: string }

/**
 * caught: the test failed, and passed again with the current text; unsure: it did not pass again; invalid: PostgreSQL
 * refused the text.
 */
export type Outcome = 'caught' | 'passed' | 'unsure' | 'invalid'

export const testKey = (file: string, name: string): string => `${file} > ${name}`
