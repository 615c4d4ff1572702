import type { Tx } from '#server/platform/database.ts'
import { firstRow, nextNumber } from './rows.ts'

/** A requirement to meet before an activity; `activityIds` are the activities that have it. */
export const aRestriction = async (
  db: Tx,
  operatorId: number,
  activityIds: readonly number[],
  more: {
    kind?: 'waiver' | 'induction' | 'criteria'
    name?: string
    html?: string
    perAttendee?: boolean
    validMonths?: number | null
  } = {},
): Promise<{ id: number }> => {
  const slug = `restriction-${nextNumber()}`
  const row = await firstRow(
    db
      .insertInto('restriction')
      .values({
        operatorId,
        slug,
        kind: 'waiver',
        name: 'Health statement',
        html: '<p>I am well.</p>',
        ...more,
      })
      .returning('id')
      .executeTakeFirst(),
  )
  for (const activityId of activityIds) {
    await db.insertInto('activityRestriction').values({ activityId, restrictionId: row.id }).execute()
  }
  return row
}

/** A question of a waiver or of an activity; an optional text by default. */
export const aQuestion = async (
  db: Tx,
  operatorId: number,
  of: { restrictionId: number } | { activityId: number },
  more: {
    text?: string
    type?: 'text' | 'number' | 'date' | 'select' | 'checkbox'
    required?: boolean
    options?: { value: string; label: string }[]
  } = {},
): Promise<{ id: number }> => {
  const { options = [], ...columns } = more
  const position = nextNumber()
  return firstRow(
    db
      .insertInto('question')
      .values({
        operatorId,
        slug: `question-${position}`,
        text: 'Any injury?',
        type: 'text',
        required: false,
        position,
        ...columns,
        restrictionId: 'restrictionId' in of ? of.restrictionId : null,
        activityId: 'activityId' in of ? of.activityId : null,
        options: JSON.stringify(options),
      })
      .returning('id')
      .executeTakeFirst(),
  )
}
