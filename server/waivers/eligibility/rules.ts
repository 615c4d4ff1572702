import { ageInYears } from '#contract/time.ts'
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

/** The subject of a sentence: customers read "you" about themselves. */
export type SentenceSubject = { is: string; has: string; subject: string }

export const you: SentenceSubject = { subject: 'You', is: 'You are', has: 'You have' }
export const subjectNamed = (firstName: string): SentenceSubject => ({
  subject: firstName,
  is: `${firstName} is`,
  has: `${firstName} has`,
})

/** Why a person is not eligible, in a sentence about them, or null. */
export const whyNotEligible = (needs: Needs, person: Candidate, who: SentenceSubject): Ineligible | null => {
  const { ageMin, ageMax, induction, membersOnly, weeklyLimit } = needs
  if (person.age !== null && ageMin !== null && person.age < ageMin) {
    return { code: 'age', message: `${who.is} too young for this. ${describeAges(ageMin, ageMax)}` }
  }
  if (person.age !== null && ageMax !== null && person.age > ageMax) {
    return { code: 'age', message: `${who.is} too old for this. ${describeAges(ageMin, ageMax)}` }
  }
  if (membersOnly && !person.isMember) {
    return {
      code: 'membership_required',
      message: `This is for members, and ${who.subject === 'You' ? 'you are' : who.is} none on that day.`,
    }
  }
  if (induction !== null && !person.inductionIds.includes(induction.id)) {
    return {
      code: 'induction_required',
      message: `${who.has} not had the ${lowerFirst(induction.name)} yet. Please ask at the venue for one.`,
    }
  }
  if (weeklyLimit !== null && person.timesThisWeek >= weeklyLimit) {
    return {
      code: 'limit_reached',
      message: `${who.has} this ${describeTimes(person.timesThisWeek)} in that week already, which is as often as one may.`,
    }
  }
  return null
}

const describeAges = (ageMin: number | null, ageMax: number | null): string => {
  if (ageMin === null) return `It is for people up to ${ageMax}.`
  return ageMax === null
    ? `It is for people of ${ageMin} and over.`
    : `It is for ages ${ageMin} to ${ageMax}.`
}

const describeTimes = (times: number): string =>
  times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`

/** `Gym induction` within a sentence; `CPR course` stays. */
const lowerFirst = (name: string): string =>
  /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name

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
