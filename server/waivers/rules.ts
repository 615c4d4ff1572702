import type { Body } from '#contract/endpoint.ts'
import { ageInYears, daysAfter, isDay } from '#contract/time.ts'
import type { questionTypes, waivers } from '#contract/waivers.ts'
import type { Messages, Text } from '#server/messages/languages.ts'
import { weekdayOf } from '#server/platform/clock.ts'

/** A waiver for a basket line: how many agreements are needed and how many were sent. */
export type WaiverNeed = {
  restrictionId: number
  name: string
  needed: number
  sent: number
  /** The last day of an earlier agreement of the line's person; null without one. */
  coveredUntil: string | null
}

/** A basket line, with what waivers and questions need. */
export type BasketLine = {
  id: number
  occurrenceId: number
  publicId: string
  idForm: 'v1' | 'v2'
  localDate: string
  personId: number | null
  ageMin: number | null
  ageMax: number | null
  /** The ages its kind of ticket is for. */
  ticketAgeMin: number | null
  ticketAgeMax: number | null
  waiverNeeds: readonly WaiverNeed[]
}

export const lineIdOf = ({ id }: { id: number }): number => id

export type QuestionRow = {
  id: number
  text: string
  type: (typeof questionTypes)[number]
  options: { value: string; label: string }[]
  required: boolean
}

export type WaiverRow = {
  id: number
  name: string
  html: string
  perAttendee: boolean
  validMonths: number | null
}

export type PersonRow = { id: number; firstName: string; lastName: string; dateOfBirth: string | null }

/** `relation`: what they are to the customer; null for the customer. */
export type HouseholdRow = PersonRow & { relation: string | null }

export type AttendeeRow = {
  id: number
  personId: number | null
  firstName: string
  lastName: string
  dateOfBirth: string
}

/** Number of agreements to be sent for this line. */
export const totalOf = ({ needed, sent, coveredUntil }: WaiverNeed): number =>
  Math.max(needed - (coveredUntil === null ? 0 : 1), Math.min(sent, needed))

export const openOf = (need: WaiverNeed): number => Math.max(0, totalOf(need) - need.sent)

const sumPlaces = (needs: readonly WaiverNeed[], of: (need: WaiverNeed) => number): number =>
  needs.reduce((sum, need) => sum + of(need), 0)

export const totalWaivers = (needs: readonly WaiverNeed[]): number => sumPlaces(needs, totalOf)

export const openWaivers = (needs: readonly WaiverNeed[]): number => sumPlaces(needs, openOf)

/** The last day of an agreement made today; null where it is for one booking. */
export const validUntil = (today: string, months: number | null): string | null => {
  if (months === null) return null
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const lastOfMonth = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(day, lastOfMonth))
  return first.toISOString().slice(0, 10)
}

export type AskableQuestion = {
  type: (typeof questionTypes)[number]
  options: readonly { value: string }[]
  required: boolean
}

type Judged = { value: string | null } | { wrong: Text }

/** The answer to store, null for none, or a message about what is wrong with it. */
export const validateAnswer = (
  { type, options, required }: AskableQuestion,
  sent: string | number | boolean | undefined,
): Judged => {
  const answer = sent === undefined ? '' : String(sent).trim()
  if (type === 'checkbox') {
    const isTicked = answer === 'true' || answer === '1'
    if (!isTicked && !['', 'false', '0'].includes(answer))
      return { wrong: (messages) => messages.waivers.tickOrLeave }
    if (required && !isTicked) return { wrong: (messages) => messages.waivers.tickToContinue }
    return { value: answer === '' ? null : String(isTicked) }
  }
  if (answer === '') {
    return required
      ? {
          wrong:
            type === 'select'
              ? (messages) => messages.waivers.chooseAnswer
              : (messages) => messages.waivers.answerRequired,
        }
      : { value: null }
  }
  if (type === 'number' && !/^-?\d{1,12}([.,]\d{1,6})?$/.test(answer))
    return { wrong: (messages) => messages.waivers.enterNumber }
  if (type === 'date' && !isDay(answer)) return { wrong: (messages) => messages.waivers.enterDate }
  if (type === 'select' && !options.some(({ value }) => value === answer)) {
    return { wrong: (messages) => messages.waivers.answerUnknown }
  }
  return { value: answer }
}

/** What is wrong with a date of birth, or null. */
export const whyInvalidDateOfBirth = (dateOfBirth: string, today: string): Text | null => {
  if (dateOfBirth > today) return (messages) => messages.waivers.dateInFuture
  return dateOfBirth < daysAfter(today, -366 * 120)
    ? (messages) => messages.waivers.dateOfBirthUnlikely
    : null
}

/* Validates waivers sent for basket lines: values in, errors by field out. */

export type WaiverSent = Body<typeof waivers.send>['waivers'][number]

/** The stored data against which sent waivers are checked. */
export type SubmissionContext = {
  lines: readonly BasketLine[]
  waivers: readonly WaiverRow[]
  questions: readonly (QuestionRow & { restrictionId: number })[]
  attendees: readonly AttendeeRow[]
  /** The last day of earlier agreements, by `attendee/restriction/line`. */
  holdsUntil: ReadonlyMap<string, string>
  people: readonly HouseholdRow[]
}

export type AcceptedWaiver = {
  line: BasketLine
  waiver: WaiverRow
  /** An existing attendee, or the data of a new one. */
  attendee: AttendeeRow | { firstName: string; lastName: string; dateOfBirth: string; email: string }
  /** An earlier agreement is still valid until then, so no new one is stored. */
  heldUntil: string | null
  answers: { questionId: number; text: string; value: string }[]
}

/** The waiver to store, or null with its errors by field. */
export const checkWaiver = (
  sent: WaiverSent,
  existing: SubmissionContext,
  today: string,
): { accepted: AcceptedWaiver | null; wrong: Record<string, Text> } => {
  const line = existing.lines.find(({ id }) => id === sent.cartItemId)
  if (line === undefined) {
    return { accepted: null, wrong: { cart_item_id: (messages) => messages.waivers.noLongerInBasket } }
  }
  const waiver = existing.waivers.find(({ id }) => id === sent.restrictionId)
  if (waiver === undefined || !line.waiverNeeds.some((need) => need.restrictionId === waiver.id)) {
    return { accepted: null, wrong: { restriction_id: (messages) => messages.waivers.waiverNotNeeded } }
  }
  const wrong: Record<string, Text> = {}
  const attendee = readAttendee(sent, existing, today, wrong)
  const heldUntil =
    attendee !== null && 'id' in attendee
      ? (existing.holdsUntil.get(`${attendee.id}/${waiver.id}/${line.id}`) ?? null)
      : null
  if (attendee !== null) {
    const person = { dateOfBirth: attendee.dateOfBirth, inductionIds: [], isMember: false, timesThisWeek: 0 }
    const candidate = toCandidate(person, line.localDate)
    const why =
      whyNotEligible(onlyAges(line), candidate, attendee.firstName) ??
      whyNotEligible(
        onlyAges({ ageMin: line.ticketAgeMin, ageMax: line.ticketAgeMax }),
        candidate,
        attendee.firstName,
      )
    if (why !== null) wrong['attendee.date_of_birth'] = why.message
  }
  if (!sent.accepted && heldUntil === null)
    wrong['accepted'] = (messages) => messages.waivers.agreementRequired({ waiver: waiver.name })
  const answers = heldUntil === null ? checkAnswers(sent, waiver, existing.questions, wrong) : []
  return {
    accepted:
      attendee === null || Object.keys(wrong).length > 0
        ? null
        : { line, waiver, attendee, heldUntil, answers },
    wrong,
  }
}

const readAttendee = (
  { attendee }: WaiverSent,
  existing: SubmissionContext,
  today: string,
  wrong: Record<string, Text>,
): AcceptedWaiver['attendee'] | null => {
  if (attendee.id !== undefined) {
    const found = existing.attendees.find(({ id }) => id === attendee.id)
    if (found === undefined) wrong['attendee.id'] = (messages) => messages.waivers.personNotFound
    return found ?? null
  }
  const { firstName, lastName, dateOfBirth, email } = attendee
  if (firstName === undefined) wrong['attendee.first_name'] = (messages) => messages.waivers.enterFirstName
  if (lastName === undefined) wrong['attendee.last_name'] = (messages) => messages.waivers.enterLastName
  const born =
    dateOfBirth === undefined
      ? (messages: Messages) => messages.waivers.enterDateOfBirth
      : whyInvalidDateOfBirth(dateOfBirth, today)
  if (born !== null) wrong['attendee.date_of_birth'] = born
  if (firstName === undefined || lastName === undefined || dateOfBirth === undefined || born !== null)
    return null
  return { firstName, lastName, dateOfBirth, email: email ?? '' }
}

const checkAnswers = (
  { answers }: WaiverSent,
  waiver: WaiverRow,
  questions: SubmissionContext['questions'],
  wrong: Record<string, Text>,
): AcceptedWaiver['answers'] => {
  const query = questions.filter(({ restrictionId }) => restrictionId === waiver.id)
  answers.forEach(({ questionId }, index) => {
    if (!query.some(({ id }) => id === questionId)) {
      wrong[`answers.${index}.question_id`] = (messages) => messages.waivers.questionUnknown
    }
  })
  return query.flatMap((question) => {
    const index = answers.findIndex(({ questionId }) => questionId === question.id)
    const judged = validateAnswer(question, answers[index]?.value)
    if ('wrong' in judged) {
      // Errors of missing answers come after those of the sent ones.
      const place = index < 0 ? answers.length + query.indexOf(question) : index
      wrong[`answers.${place}.value`] = judged.wrong
      return []
    }
    return judged.value === null ? [] : { questionId: question.id, text: question.text, value: judged.value }
  })
}

/* Who signs a waiver for a person under 18. */

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
  message: Text
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
    return {
      code: 'age',
      message: (messages) => messages.eligibility.tooYoung({ firstName, ageMin, ageMax }),
    }
  }
  if (person.age !== null && ageMax !== null && person.age > ageMax) {
    return { code: 'age', message: (messages) => messages.eligibility.tooOld({ firstName, ageMin, ageMax }) }
  }
  if (membersOnly && !person.isMember) {
    return {
      code: 'membership_required',
      message: (messages) => messages.eligibility.membersOnly({ firstName }),
    }
  }
  if (induction !== null && !person.inductionIds.includes(induction.id)) {
    return {
      code: 'induction_required',
      message: (messages) => messages.eligibility.inductionRequired({ firstName, induction: induction.name }),
    }
  }
  if (weeklyLimit !== null && person.timesThisWeek >= weeklyLimit) {
    return {
      code: 'limit_reached',
      message: (messages) => messages.eligibility.weeklyLimit({ firstName, times: weeklyLimit }),
    }
  }
  return null
}

/** Why it cannot be sold to somebody whom staff have not named, or null: a person has inductions and memberships. */
export const whyNotUnnamed = ({ induction, membersOnly }: Needs): Ineligible | null => {
  if (membersOnly)
    return {
      code: 'membership_required',
      message: (messages) => messages.eligibility.membersOnlyUnnamed,
    }
  return induction === null
    ? null
    : {
        code: 'induction_required',
        message: (messages) => messages.eligibility.inductionUnnamed({ induction: induction.name }),
      }
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
  const monday = daysAfter(day, 1 - weekdayOf(day))
  return { monday, sunday: daysAfter(monday, 6) }
}

/** A candidate from a row, with the age on a day. */
export const toCandidate = (
  person: Omit<Candidate, 'age'> & { dateOfBirth: string | null },
  day: string,
): Candidate => ({ ...person, age: person.dateOfBirth === null ? null : ageInYears(person.dateOfBirth, day) })
