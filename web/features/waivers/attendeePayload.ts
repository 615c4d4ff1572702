import type { Body } from '#contract/endpoint.ts'
import type { BookingQuestion, FoundAttendee, waivers as contract } from '#contract/waivers.ts'
import { questionField, type AttendeeLine, type RequiredWaiver } from './attendeeLines.ts'
import type { AttendeesDraft } from './attendeesDraft.ts'

type SentWaiver = Body<typeof contract.send>['waivers'][number]

/** The waivers to send, each with the requirement it meets. */
export const waiversToSend = (
  lines: readonly AttendeeLine[],
  { values, chosen }: AttendeesDraft,
): { required: RequiredWaiver; waiver: SentWaiver }[] =>
  lines
    .flatMap((line) => line.required)
    .flatMap((required) =>
      required.cartItemIds.map((cartItemId) => ({
        required,
        waiver: {
          cartItemId,
          restrictionId: required.waiver.restrictionId,
          attendee: attendeeOf(required, values, chosen[required.key]),
          accepted: values[`${required.key}.accepted`] === true,
          answers: required.waiver.questions.map(({ id }) => ({
            questionId: id,
            value: values[`${required.key}.q${id}`] ?? '',
          })),
        },
      })),
    )

const attendeeOf = (
  { key, person }: RequiredWaiver,
  values: AttendeesDraft['values'],
  chosen: FoundAttendee | undefined,
): SentWaiver['attendee'] => {
  const unset = { id: undefined, email: undefined }
  if (chosen !== undefined) {
    return { ...unset, id: chosen.id, firstName: undefined, lastName: undefined, dateOfBirth: undefined }
  }
  const text = (name: string): string => {
    const value = values[`${key}.${name}`]
    return typeof value === 'string' ? value.trim() : ''
  }
  return {
    ...unset,
    firstName: person?.firstName ?? text('firstName'),
    lastName: person?.lastName ?? text('lastName'),
    dateOfBirth: person?.dateOfBirth ?? text('dateOfBirth'),
  }
}

type Answer = { questionId: number; cartItemId: number; value: string | true }

/** The answers to send by activity: numeric ids and others have endpoints of their own (wire §8). */
export const answersToSend = (
  lines: readonly AttendeeLine[],
  values: AttendeesDraft['values'],
): { activityId: number | string; questions: BookingQuestion[]; answers: Answer[] }[] => {
  const byActivity = new Map<number | string, BookingQuestion[]>()
  for (const question of lines.flatMap(({ questions }) => questions)) {
    byActivity.set(question.activityId, [...(byActivity.get(question.activityId) ?? []), question])
  }
  return [...byActivity].map(([activityId, questions]) => ({
    activityId,
    questions,
    answers: questions.map((question) => ({
      questionId: question.id,
      cartItemId: question.cartItemId,
      value: values[questionField(question)] ?? '',
    })),
  }))
}
