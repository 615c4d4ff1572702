import { ageInYears } from '#contract/time.ts'
import * as messages from '#server/messages/en/memberships.ts'

/** How many people a membership is for. */
export type MemberLimits = {
  maxMembers: number
  /** How many of them may be adults; null: all. */
  maxAdults: number | null
}

const adultAge = 18

/** Why a membership cannot be for these people together, or null. A person of unknown age counts as an adult. */
export const whyNotMembers = (
  { maxMembers, maxAdults }: MemberLimits,
  people: readonly { dateOfBirth: string | null }[],
  day: string,
): string | null => {
  if (people.length === 0) return messages.membersNeeded
  if (people.length > maxMembers) return messages.tooManyMembers({ maxMembers })
  const adults = people.filter(
    ({ dateOfBirth }) => dateOfBirth === null || ageInYears(dateOfBirth, day) >= adultAge,
  )
  return maxAdults !== null && adults.length > maxAdults ? messages.tooManyAdults({ maxAdults }) : null
}
