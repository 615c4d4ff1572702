import { checkUnique } from '#server/import/files/references.ts'
import type { PersonFile } from '#server/import/files/types.ts'
import type { Checked } from '#server/import/files/validation.ts'
import * as messages from '#server/messages/en/import.ts'

export const checkPeople = (people: readonly Checked<PersonFile>[]): void => {
  checkUnique([...people], ({ email }) => email, 'email')
  const references = new Set<string>()
  for (const { value, report } of people) {
    for (const [field, reference] of [
      ['reference', value.reference] as const,
      ...value.children.map((child, index) => [`children.${index}.reference`, child.reference] as const),
    ]) {
      if (references.has(reference)) report(field, messages.twice({ name: reference }))
      references.add(reference)
    }
  }
}
