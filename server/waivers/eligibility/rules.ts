import { ageInYears } from '#contract/time.ts'
import * as messages from '#server/messages/en/eligibility.ts'
import { addDays, weekdayOf } from '#server/platform/wallclock.ts'

/**
 * Who may book an occurrence, whatever its free places (wire §2.3). Timetable and basket use the same
 * rules.
 */

/** The requirements that a person must meet to book an occurrence. */
export type Needs = {
  ageMin: number | null
  ageMax: number | null
  /** An induction they must have had. */
  induction: { id: number; name: string } | null
  /** Whether it is for members only. */
  membersOnly: boolean
  /** Maximum bookings of the activity from Monday to Sunday. */
  weeklyLimit: number | null
}

/** A person, with what these rules need. */
export type Candidate = {
  /** Age in whole years on the day; null when unknown. */
  age: number | null
  /** The inductions they have had. */
  inductionIds: readonly number[]
  /** Whether any membership is valid on the day. */
  isMember: boolean
  /** Live places of the same activity in the same week, except the one being checked. */
  timesThisWeek: number
}

export type Ineligible = {
  code: 'age' | 'membership_required' | 'induction_required' | 'limit_reached'
  message: string
}

/**
 * Why a person is not eligible, in a sentence about them, or null.
 * @param firstName null when the reader is that person
 */
export const whyNotEligible = (
  { ageMin, ageMax, induction, membersOnly, weeklyLimit }: Needs,
  person: Candidate,
  firstName: string | null,
): Ineligible | null => {
  if (person.age !== null && ageMin !== null && person.age < ageMin) {
    return { code: 'age', message: messages.tooYoung({ firstName, ageMin, ageMax }) }
  }
  if (person.age !== null && ageMax !== null && person.age > ageMax) {
    return { code: 'age', message: messages.tooOld({ firstName, ageMin, ageMax }) }
  }
  if (membersOnly && !person.isMember) {
    return { code: 'membership_required', message: messages.membersOnly({ firstName }) }
  }
  if (induction !== null && !person.inductionIds.includes(induction.id)) {
    return {
      code: 'induction_required',
      message: messages.inductionRequired({ firstName, induction: induction.name }),
    }
  }
  if (weeklyLimit !== null && person.timesThisWeek >= weeklyLimit) {
    return { code: 'limit_reached', message: messages.weeklyLimit({ firstName, times: weeklyLimit }) }
  }
  return null
}

/** The ages alone, as of a kind of ticket. */
export const onlyAges = ({ ageMin, ageMax }: Pick<Needs, 'ageMin' | 'ageMax'>): Needs => ({
  ageMin,
  ageMax,
  induction: null,
  membersOnly: false,
  weeklyLimit: null,
})

/** Whether there is any requirement. */
export const hasRequirements = ({ ageMin, ageMax, induction, membersOnly, weeklyLimit }: Needs): boolean =>
  membersOnly || ageMin !== null || ageMax !== null || induction !== null || weeklyLimit !== null

/** The Monday and the Sunday of a day's week. */
export const weekOf = (day: string): { monday: string; sunday: string } => {
  const monday = addDays(day, 1 - weekdayOf(day))
  return { monday, sunday: addDays(monday, 6) }
}

/** A candidate from a row, with the age on a day. */
export const toCandidate = (
  person: Omit<Candidate, 'age'> & { dateOfBirth: string | null },
  day: string,
): Candidate => ({ ...person, age: person.dateOfBirth === null ? null : ageInYears(person.dateOfBirth, day) })
