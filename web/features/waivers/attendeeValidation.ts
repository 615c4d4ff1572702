import type { BookingQuestion } from '#contract/waivers.ts'
import { camelName } from '#contract/wire.ts'
import * as messages from '#messages/shared/attendees.ts'
import { hasValidWaiver, questionField, type AttendeeLine, type RequiredWaiver } from './attendeeLines.ts'
import type { AttendeesDraft } from './attendeesDraft.ts'

export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** What is missing, by field, before anything is sent. */
export const missingFields = (
  lines: readonly AttendeeLine[],
  { values, chosen }: AttendeesDraft,
  minors: readonly string[] = [],
): FieldErrors => {
  const errors: Record<string, string[]> = {}
  const require = (name: string, sentence: string): void => {
    const value = values[name]
    if (typeof value !== 'string' || value.trim() === '') errors[name] = [sentence]
  }
  const requireAnswer = (
    name: string,
    question: Pick<BookingQuestion, 'required' | 'type' | 'text'>,
    whose: (missing: string) => string = (missing) => missing,
  ): void => {
    if (question.required && values[name] !== true) require(name, whose(missingAnswer(question)))
  }
  for (const { item, required, questions } of lines) {
    for (const { key, person, waiver } of required) {
      const attendee = chosen[key]
      if (person === null && attendee === undefined) {
        require(`${key}.firstName`, messages.firstNameMissing)
        require(`${key}.lastName`, messages.lastNameMissing)
      }
      if (attendee === undefined && (person === null || person.dateOfBirth === null)) {
        require(`${key}.dateOfBirth`, messages.dateOfBirthMissing)
      }
      if (hasValidWaiver(attendee, item)) continue
      const name = (attendee ?? person)?.firstName
      const whose = (missing: string): string =>
        name === undefined ? missing : messages.missingOf({ name, missing })
      for (const question of waiver.questions) requireAnswer(`${key}.q${question.id}`, question, whose)
      if (values[`${key}.accepted`] !== true) {
        errors[`${key}.accepted`] = [whose(messages.agreementMissing({ waiver: waiver.title.toLowerCase() }))]
      }
    }
    for (const question of questions) requireAnswer(questionField(question), question)
  }
  if (minors.length > 0) {
    require('guardian.name', messages.guardianNameMissing)
    require('guardian.relation', messages.guardianRelationMissing)
  }
  return errors
}

const missingAnswer = ({ type, text: question }: Pick<BookingQuestion, 'type' | 'text'>): string => {
  if (type === 'select') return messages.choiceMissing({ question })
  return (type === 'checkbox' ? messages.boxMissing : messages.answerMissing)({ question })
}

/** The server's errors about waivers, by field of the form; `''` holds those without a field. */
export const waiverErrors = (
  validationMessages: FieldErrors,
  sent: readonly { required: RequiredWaiver }[],
): Record<string, string[]> => {
  const errors: Record<string, string[]> = {}
  for (const [path, sentences] of Object.entries(validationMessages)) {
    const [, index = '', rest = ''] = /^waivers\.(\d+)\.(.+)$/.exec(path) ?? []
    const required = sent[Number(index)]?.required
    const name = required === undefined ? '' : fieldOf(required, rest)
    errors[name] = [...(errors[name] ?? []), ...sentences]
  }
  return errors
}

const fieldOf = ({ key, waiver }: RequiredWaiver, rest: string): string => {
  const question = /^answers\.(\d+)\./.exec(rest)?.[1]
  if (question !== undefined) return `${key}.q${waiver.questions[Number(question)]?.id ?? ''}`
  const attendee = /^attendee\.(first_name|last_name|date_of_birth)$/.exec(rest)?.[1]
  if (attendee !== undefined) return `${key}.${camelName(attendee)}`
  return rest === 'accepted' ? `${key}.accepted` : ''
}

/** The same for the answers to booking questions. */
export const answerErrors = (
  validationMessages: FieldErrors,
  questions: readonly BookingQuestion[],
): Record<string, string[]> => {
  const errors: Record<string, string[]> = {}
  for (const [path, sentences] of Object.entries(validationMessages)) {
    const question = questions[Number(/^answers\.(\d+)\./.exec(path)?.[1] ?? -1)]
    const name = question === undefined ? '' : questionField(question)
    errors[name] = [...(errors[name] ?? []), ...sentences]
  }
  return errors
}
