import type { Tx } from '#server/platform/database.ts'
import { activityIdOf } from './activities.ts'
import type { Catalogue } from './activities.ts'
import type { OperatorFiles, QuestionFile } from './files/types.ts'
import { reconcile, reconcileLinks, slugOf } from './reconcile.ts'
import type { Change, Reconciled } from './reconcile.ts'
import { valueOf } from './rules.ts'

/* Loads restrictions and questions. */

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
  const owners = {
    what: 'activity',
    labels: new Map(activities.map((one) => [idOf(one), `${one.venue}/${one.slug}`])),
  }
  const booked = activities.filter(({ heading }) => !heading)
  await reconcileLinks(
    tx,
    changes,
    owners,
    'restrictions',
    'activityRestriction',
    booked.flatMap((activity) =>
      activity.restrictions.map((slug) => [idOf(activity), made.idOf(slug)] as const),
    ),
  )
  await reconcileLinks(
    tx,
    changes,
    owners,
    'gives',
    'activityInduction',
    booked.flatMap((activity) => activity.gives.map((slug) => [idOf(activity), made.idOf(slug)] as const)),
  )
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
