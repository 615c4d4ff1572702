/** Something in an operator's files that cannot be used, and where it stands. */
export type Problem = {
  file: string
  /** 1 is the first line; null when the whole file is meant. */
  line: number | null
  /** `start`, `locations.2.slug`; empty when the whole line is meant. */
  field: string
  sentence: string
}

/** `timetable.csv line 14, start: 25:00 is not a time of the form 18:30.` */
export const formatProblem = ({ file, line, field, sentence }: Problem): string =>
  `${file}${line === null ? '' : ` line ${line}`}${field === '' ? '' : `, ${field}`}: ${sentence}`

/** The files cannot be used; nothing was changed. Says all that is wrong with them, not only the first thing. */
export class InvalidFiles extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(
      `These files cannot be used:\n${problems.map((problem) => `  ${formatProblem(problem)}`).join('\n')}`,
    )
    this.name = 'FilesRefused'
    this.problems = problems
  }
}
