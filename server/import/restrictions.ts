import type { Tx } from '#server/platform/database.ts'
import { activityIdOf } from './catalogue.ts'
import type { Catalogue } from './catalogue.ts'
import type { Checked } from './checking.ts'
import type { Activity, OperatorFiles, PersonFile, QuestionFile, RestrictionFile } from './layout.ts'
import { replaceLinks } from './queries.ts'
import { recordCount, reconcile, slugOf } from './reconcile.ts'
import type { Change, Reconciled } from './reconcile.ts'
import { missingSlug } from './referring.ts'
import type { ReportProblem } from './referring.ts'

/* What is asked of people before they take part. */

/** Whether it is sold only to somebody known: nobody else can be looked up. */
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
    if (kinds.has(found.kind)) report('restrictions', `names more than one ${found.kind}.`)
    kinds.add(found.kind)
  }
  checkQuestions(questions, report)
}

export const checkRestrictions = (restrictions: readonly Checked<RestrictionFile>[]): void => {
  for (const { value, report } of restrictions) {
    const isWaiver = value.kind === 'waiver'
    if (isWaiver && value.html === '') report('html', 'is missing: people must read what they agree to.')
    if (!isWaiver && value.questions.length > 0) report('questions', 'is only for a waiver.')
    if (!isWaiver && value.validMonths !== null) report('validMonths', 'is only for a waiver.')
    checkQuestions(value.questions, report)
  }
}

const checkQuestions = (questions: readonly QuestionFile[], report: ReportProblem): void => {
  questions.forEach(({ slug, type, options }, index) => {
    if (questions.findIndex((other) => other.slug === slug) !== index) {
      report(`questions.${index}.slug`, `${slug} is there twice.`)
    }
    if (type === 'select' && options.length < 2) {
      report(`questions.${index}.options`, 'should name two answers or more.')
    }
    if (type !== 'select' && options.length > 0) report(`questions.${index}.options`, 'is only for a select.')
    if (new Set(options.map(valueOf)).size < options.length) {
      report(`questions.${index}.options`, 'names an answer twice.')
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
        if (!inductions.has(slug)) report(field, missingSlug(slug, 'the inductions of restrictions.json'))
      }
    }
  }
}

export const loadRestrictions = async (
  tx: Tx,
  operatorId: number,
  { restrictions, activities }: OperatorFiles,
  catalogue: Catalogue,
  changes: Change[],
): Promise<Reconciled> => {
  const made = await reconcile(
    tx,
    operatorId,
    {
      table: 'restriction',
      what: 'restriction',
      owner: 'operatorId',
      key: ['slug'],
      label: slugOf,
      gone: { withdrawn: true },
      rows: restrictions.map(({ slug, kind, name, html, per, validMonths }) => ({
        operatorId,
        slug,
        kind,
        name,
        html,
        perAttendee: per === 'attendee',
        validMonths,
        withdrawn: false,
      })),
    },
    changes,
  )
  const idOf = (activity: (typeof activities)[number]): number =>
    activityIdOf(catalogue, { venue: activity.venue, activity: activity.slug })
  const booked = activities.filter(({ heading }) => !heading)
  const linked = await replaceLinks(
    tx,
    'activityRestriction',
    activities.map(idOf),
    booked.flatMap((activity) =>
      activity.restrictions.map((slug) => [idOf(activity), made.idOf(slug)] as const),
    ),
  )
  recordCount(changes, 'restrictions of activities', linked)
  await loadQuestions(
    tx,
    operatorId,
    [
      ...restrictions.flatMap(({ slug, questions }) =>
        questionRows(questions, { restrictionId: made.idOf(slug), activityId: null }),
      ),
      ...booked.flatMap((activity) =>
        questionRows(activity.questions, { restrictionId: null, activityId: idOf(activity) }),
      ),
    ],
    changes,
  )
  return made
}

type QuestionRow = ReturnType<typeof questionRows>[number]

const loadQuestions = async (
  tx: Tx,
  operatorId: number,
  rows: readonly QuestionRow[],
  changes: Change[],
): Promise<void> => {
  await reconcile(
    tx,
    operatorId,
    {
      table: 'question',
      what: 'question',
      owner: 'operatorId',
      key: ['restrictionId', 'activityId', 'slug'],
      label: slugOf,
      gone: { withdrawn: true },
      rows: rows.map((row) => ({ operatorId, ...row, withdrawn: false })),
    },
    changes,
  )
}

const questionRows = (
  questions: readonly QuestionFile[],
  of: { restrictionId: number | null; activityId: number | null },
) =>
  questions.map(({ options, ...columns }, position) => ({
    ...of,
    ...columns,
    // In the order in which the database writes them, so that nothing seems changed.
    options: options.map((label) => ({ label, value: valueOf(label) })),
    position,
  }))

/** `No, thank you` is kept as `no-thank-you`. */
const valueOf = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || label
