import type { Body } from '#contract/endpoint.ts'
import type { waivers } from '#contract/waivers.ts'
import * as messages from '#server/messages/en/waivers.ts'
import { onlyAges, toCandidate, whyNotEligible } from '#server/waivers/eligibility/rules.ts'
import type { HouseholdRow, QuestionRow, WaiverRow } from '#server/waivers/queries.ts'
import type { AttendeeRow } from '#server/waivers/attendees/queries.ts'
import { validateAnswer, whyInvalidDateOfBirth } from '#server/waivers/rules.ts'
import type { BasketLine } from '#server/waivers/rules.ts'

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
): { accepted: AcceptedWaiver | null; wrong: Record<string, string> } => {
  const line = existing.lines.find(({ id }) => id === sent.cartItemId)
  if (line === undefined) {
    return { accepted: null, wrong: { cart_item_id: messages.noLongerInBasket } }
  }
  const waiver = existing.waivers.find(({ id }) => id === sent.restrictionId)
  if (waiver === undefined || !line.waiverNeeds.some((need) => need.restrictionId === waiver.id)) {
    return { accepted: null, wrong: { restriction_id: messages.waiverNotNeeded } }
  }
  const wrong: Record<string, string> = {}
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
    wrong['accepted'] = messages.agreementRequired({ waiver: waiver.name })
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
  wrong: Record<string, string>,
): AcceptedWaiver['attendee'] | null => {
  if (attendee.id !== undefined) {
    const found = existing.attendees.find(({ id }) => id === attendee.id)
    if (found === undefined) wrong['attendee.id'] = messages.personNotFound
    return found ?? null
  }
  const { firstName, lastName, dateOfBirth, email } = attendee
  if (firstName === undefined) wrong['attendee.first_name'] = messages.enterFirstName
  if (lastName === undefined) wrong['attendee.last_name'] = messages.enterLastName
  const born =
    dateOfBirth === undefined ? messages.enterDateOfBirth : whyInvalidDateOfBirth(dateOfBirth, today)
  if (born !== null) wrong['attendee.date_of_birth'] = born
  if (firstName === undefined || lastName === undefined || dateOfBirth === undefined || born !== null)
    return null
  return { firstName, lastName, dateOfBirth, email: email ?? '' }
}

const checkAnswers = (
  { answers }: WaiverSent,
  waiver: WaiverRow,
  questions: SubmissionContext['questions'],
  wrong: Record<string, string>,
): AcceptedWaiver['answers'] => {
  const query = questions.filter(({ restrictionId }) => restrictionId === waiver.id)
  answers.forEach(({ questionId }, index) => {
    if (!query.some(({ id }) => id === questionId)) {
      wrong[`answers.${index}.question_id`] = messages.questionUnknown
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

/** Adds an error for each person who is named twice for the same line and waiver. */
export const refuseDuplicates = (
  accepted: readonly AcceptedWaiver[],
  errors: Record<string, string[]>,
): void => {
  const seen = new Set<string>()
  accepted.forEach(({ line, waiver, attendee: { firstName, lastName, dateOfBirth } }, index) => {
    const key = [line.id, waiver.id, firstName.toLowerCase(), lastName.toLowerCase(), dateOfBirth].join('/')
    if (seen.has(key)) errors[`waivers.${index}.attendee.first_name`] = [messages.personNamedTwice]
    seen.add(key)
  })
}
