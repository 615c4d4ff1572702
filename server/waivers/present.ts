import type {
  BookingQuestion,
  FoundAttendee,
  WaiverRequest,
  WaiverLine,
  WaiverQuestion,
} from '#contract/waivers.ts'
import type { PersonRow, QuestionRow, SentRow, WaiverRow } from './queries.ts'
import type { FoundRow } from '#server/waivers/attendees/queries.ts'
import { openOf, totalOf } from './rules.ts'
import type { BasketLine } from './rules.ts'

export const presentWaiverQuestion = ({
  id,
  text,
  type,
  options,
  required,
}: QuestionRow): WaiverQuestion => ({
  id,
  text,
  type,
  options,
  required,
})

/** A question about a line; its id has the form in which the line was added (wire §1.9). */
export const presentBookingQuestion = (
  { answer, ...question }: QuestionRow & { answer: string | null },
  item: Pick<BasketLine, 'id' | 'idForm' | 'occurrenceId' | 'publicId'>,
): BookingQuestion => ({
  ...presentWaiverQuestion(question),
  cartItemId: item.id,
  activityId: item.idForm === 'v2' ? item.publicId : item.occurrenceId,
  answer,
})

export const presentWaiver = (
  waiver: WaiverRow,
  questions: readonly QuestionRow[],
  lines: WaiverLine[],
): WaiverRequest => ({
  restrictionId: waiver.id,
  title: waiver.name,
  html: waiver.html,
  perAttendee: waiver.perAttendee,
  questions: questions.map(presentWaiverQuestion),
  lines,
})

/** The state of a waiver for a line; null when the line does not need it. */
export const presentLine = (
  item: Pick<BasketLine, 'id' | 'personId' | 'waiverNeeds'>,
  restrictionId: number,
  people: readonly PersonRow[],
  sent: readonly SentRow[],
): WaiverLine | null => {
  const need = item.waiverNeeds.find((one) => one.restrictionId === restrictionId)
  if (need === undefined) return null
  const person = people.find(({ id }) => id === item.personId)
  return {
    cartItemId: item.id,
    total: totalOf(need),
    open: openOf(need),
    person:
      person === undefined
        ? null
        : {
            firstName: person.firstName,
            lastName: person.lastName,
            dateOfBirth: person.dateOfBirth,
            validUntil: need.coveredUntil,
          },
    sent: sent
      .filter(({ itemId }) => itemId === item.id)
      .map(({ id, attendeeId, firstName, lastName, dateOfBirth, validUntil }) => ({
        id,
        attendeeId,
        firstName,
        lastName,
        dateOfBirth,
        validUntil,
      })),
  }
}

export const presentFound = ({
  id,
  firstName,
  lastName,
  dateOfBirth,
  waiverValidUntil,
}: FoundRow): FoundAttendee => ({ id, firstName, lastName, dateOfBirth, waiverValidUntil })
