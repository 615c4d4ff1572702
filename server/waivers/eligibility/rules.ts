import { ageInYears } from '#contract/time.ts'
import { addDays, weekdayOf } from '#server/platform/wallclock.ts'

/*
 * Who may have a thing, whatever places it has (wire §2.3). The timetable tells with the same rules what a basket
 * would refuse.
 */

/** What is asked of a person before they may have a thing. */
export type Needs = {
  ageMin: number | null
  ageMax: number | null
  /** What they must have been shown. */
  induction: { id: number; name: string } | null
  /** Whether it is for members alone. */
  membersOnly: boolean
  /** How often from Monday to Sunday. */
  weeklyLimit: number | null
}

/** A person as these rules see them. */
export type Candidate = {
  /** Whole years on the day; null when not known. */
  age: number | null
  /** Of the inductions there are, those they have had. */
  inductionIds: readonly number[]
  /** Of a membership that holds on the day, whichever it is. */
  isMember: boolean
  /** Live places of the same activity in the same week, without the one asked for. */
  timesThisWeek: number
}

export type Ineligible = {
  code: 'age' | 'membership_required' | 'induction_required' | 'limit_reached'
  message: string
}

/** How a sentence speaks of the person: customers read "you" about themselves. */
export type SentenceSubject = { is: string; has: string; subject: string }

export const you: SentenceSubject = { subject: 'You', is: 'You are', has: 'You have' }
export const subjectNamed = (firstName: string): SentenceSubject => ({
  subject: firstName,
  is: `${firstName} is`,
  has: `${firstName} has`,
})

/** Why a person may not have a thing, in a sentence about them; null when they may. */
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

/** Whether anything is asked of people at all. */
export const hasRequirements = ({ ageMin, ageMax, induction, membersOnly, weeklyLimit }: Needs): boolean =>
  membersOnly || ageMin !== null || ageMax !== null || induction !== null || weeklyLimit !== null

/** The Monday and the Sunday of the week a day is in. */
export const weekOf = (day: string): { monday: string; sunday: string } => {
  const monday = addDays(day, 1 - weekdayOf(day))
  return { monday, sunday: addDays(monday, 6) }
}

/** A person on a day, as a row tells of them. */
export const toCandidate = (
  person: Omit<Candidate, 'age'> & { dateOfBirth: string | null },
  day: string,
): Candidate => ({ ...person, age: person.dateOfBirth === null ? null : ageInYears(person.dateOfBirth, day) })
