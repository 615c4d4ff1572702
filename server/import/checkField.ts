import type { Subject } from '#contract/office.ts'
import { columnsOfField } from './files/editable.ts'
import { activityEntry } from './files/schema/activities.ts'
import { venueEntry } from './files/schema/operator.ts'
import { valueProblems } from './files/validation.ts'
import type { Row } from './sql/reconcile.ts'

/** Read as in the files: what is refused there is refused here, in the same words. */
type Checked = { columns: Row } | { problems: string[] }

/** What the files may say of a venue or an activity, whether or not it can be changed elsewhere. */
export const isFieldOfFiles = (subject: Subject, name: string): boolean =>
  Object.hasOwn(schemaOf(subject, { today: '2027-01-01', currency: '£' }), name)

const schemaOf = (subject: Subject, { today, currency }: { today: string; currency: string }) =>
  subject === 'venue' ? venueEntry(today).shape : activityEntry(currency).shape

/** The columns for a value as it would stand in a file, or what is wrong with it. */
export const checkField = (
  subject: Subject,
  name: string,
  value: unknown,
  operator: { today: string; currency: string },
): Checked => {
  const schema = (schemaOf(subject, operator) as Record<string, Parameters<typeof valueProblems>[0]>)[name]
  if (schema === undefined) throw new Error(`The files have no field ${name}.`)
  const read = valueProblems(schema, value)
  return 'problems' in read ? read : { columns: columnsOfField(subject, name, read.value) }
}
