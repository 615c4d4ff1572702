import { ageInYears } from '#contract/time.ts'
import { minimumAge, whyInvalidDateOfBirth } from '#server/customers/rules.ts'
import type { Text } from '#server/messages/languages.ts'

/** A household is not a school class. */
export const mostPeople = 12

/** Why no one born then can be added by another person; null when they can. */
export const whyNotChild = (dateOfBirth: string, today: string): Text | null => {
  const invalid = whyInvalidDateOfBirth(dateOfBirth, today)
  if (invalid !== null) return invalid
  return ageInYears(dateOfBirth, today) < minimumAge
    ? null
    : (messages) => messages.families.ownAccountNeeded({ age: minimumAge })
}

/** Whether somebody whom others look after is old enough for an account of their own; an unknown age is accepted. */
export const mayTakeOver = (
  {
    relation,
    hasLogin,
    dateOfBirth,
    healthShared,
  }: { relation: string | null; hasLogin: boolean; dateOfBirth: string | null; healthShared: boolean },
  today: string,
): boolean =>
  relation !== null &&
  !hasLogin &&
  healthShared &&
  (dateOfBirth === null || ageInYears(dateOfBirth, today) >= minimumAge)
