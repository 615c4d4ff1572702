import { missingSlug } from '#server/import/files/references.ts'
import type { ReportProblem } from '#server/import/files/references.ts'
import type { Activity, PersonFile, QuestionFile, RestrictionFile } from '#server/import/files/types.ts'
import type { Checked } from '#server/import/files/validation.ts'
import * as messages from '#server/messages/en/import.ts'

/* Checks of restrictions and questions. */

/** Whether it is sold only to customers: a visitor's eligibility cannot be checked. */
export const requiresAccount = (
  { restrictions = [], weeklyLimit }: Activity,
  restrictionFiles: readonly RestrictionFile[],
): boolean =>
  weeklyLimit != null ||
  restrictionFiles.some(({ slug, kind }) => kind !== 'waiver' && restrictions.includes(slug))

/** Whether an activity asks for what there is, and of each kind for one at most (wire §2.1). */
export const checkRequirements = (
  { restrictions = [], questions = [] }: Activity,
  restrictionFiles: readonly RestrictionFile[],
  report: ReportProblem,
): void => {
  const kinds = new Set<string>()
  for (const slug of restrictions) {
    const found = restrictionFiles.find((restriction) => restriction.slug === slug)
    if (found === undefined) {
      report('restrictions', missingSlug(slug, 'restrictions.json'))
      continue
    }
    if (kinds.has(found.kind)) report('restrictions', messages.severalRestrictions({ kind: found.kind }))
    kinds.add(found.kind)
  }
  checkQuestions(questions, report)
}

export const checkRestrictions = (restrictions: readonly Checked<RestrictionFile>[]): void => {
  for (const { value, report } of restrictions) {
    const isWaiver = value.kind === 'waiver'
    if (isWaiver && value.html === '') report('html', messages.waiverText)
    if (!isWaiver && value.questions.length > 0) report('questions', messages.waiverOnly)
    if (!isWaiver && value.validMonths !== null) report('validMonths', messages.waiverOnly)
    checkQuestions(value.questions, report)
  }
}

const checkQuestions = (questions: readonly QuestionFile[], report: ReportProblem): void => {
  questions.forEach(({ slug, type, options }, index) => {
    if (questions.findIndex((other) => other.slug === slug) !== index) {
      report(`questions.${index}.slug`, messages.twice({ name: slug }))
    }
    if (type === 'select' && options.length < 2) {
      report(`questions.${index}.options`, messages.twoAnswers)
    }
    if (type !== 'select' && options.length > 0) report(`questions.${index}.options`, messages.selectOnly)
    if (new Set(options.map(valueOf)).size < options.length) {
      report(`questions.${index}.options`, messages.answerTwice)
    }
  })
}

export const checkInductions = (
  people: readonly Checked<PersonFile>[],
  restrictions: readonly RestrictionFile[],
): void => {
  const inductions = new Set(restrictions.filter(({ kind }) => kind === 'induction').map(({ slug }) => slug))
  for (const { value, report } of people) {
    const everybody = [
      ['inductions', value.inductions] as const,
      ...value.children.map((child, index) => [`children.${index}.inductions`, child.inductions] as const),
    ]
    for (const [field, slugs] of everybody) {
      for (const slug of slugs) {
        if (!inductions.has(slug)) report(field, missingSlug(slug, messages.lists.inductions))
      }
    }
  }
}

/** `No, thank you` is kept as `no-thank-you`. */
export const valueOf = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || label
