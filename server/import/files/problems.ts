import * as messages from '#server/messages/en/import.ts'
import { SetupError } from '#server/platform/errors.ts'

/** Something in an operator's files that cannot be used, and where it stands. */
export type Problem = {
  file: string
  /** 1 is the first line; null when the whole file is meant. */
  line: number | null
  /** `start`, `locations.2.slug`; empty when the whole line is meant. */
  field: string
  /** What stands there, as JSON writes it; none where it is not a single value, or a password. */
  value?: string | undefined
  sentence: string
}

/** `timetable.csv line 14, start "9am": should be a time such as 18:30.` */
export const formatProblem = ({ sentence, ...where }: Problem): string =>
  `${messages.position(where)}: ${sentence}`

/** The files cannot be used; nothing was changed. Says all that is wrong with them, not only the first thing. */
export class InvalidFiles extends SetupError {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(messages.filesInvalid({ problems: problems.map(formatProblem) }))
    this.name = 'InvalidFiles'
    this.problems = problems
  }
}
