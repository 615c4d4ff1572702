import * as messages from '#server/messages/en/open-booking.ts'
import type { Attendee, OrderItemRequest } from '#server/open-booking/requests/rules.ts'
import type { Json } from '#server/openactive/rules.ts'
import { validateAnswer } from '#server/waivers/rules.ts'

/** A question about a booking, as the operator asks it in its own basket. */
export type Question = {
  id: number
  text: string
  type: 'text' | 'number' | 'date' | 'select' | 'checkbox'
  options: readonly { value: string; label: string }[]
  required: boolean
}

const fieldTypes = {
  text: 'ParagraphFormFieldSpecification',
  number: 'ShortAnswerFormFieldSpecification',
  date: 'ShortAnswerFormFieldSpecification',
  select: 'DropdownFormFieldSpecification',
  checkbox: 'BooleanFormFieldSpecification',
} as const

const fieldAddress = (feeds: string, id: number): string => `${feeds}/questions/${id}`

/** The questions as a form of the standard. */
export const presentForm = (questions: readonly Question[], feeds: string): Json[] =>
  questions.map(({ id, text, type, options, required }) => ({
    '@type': fieldTypes[type],
    '@id': fieldAddress(feeds, id),
    name: text,
    ...(type === 'date' ? { description: messages.dateForm } : {}),
    // The standard has no required box: one left empty says no.
    ...(type === 'checkbox'
      ? required
        ? { description: messages.tickToContinue }
        : {}
      : { valueRequired: required }),
    ...(type === 'select' ? { valueOption: options.map(({ label }) => label) } : {}),
  }))

export type Answers = { questionId: number; value: string | number | boolean }[]
export type FormError = {
  type: 'IncompleteIntakeFormError' | 'InvalidIntakeFormError'
  /** The field's address. */
  instance: string
  description: string
}

/** The answers to store, and what is wrong with those that were sent or are missing. */
export const checkForm = (
  questions: readonly Question[],
  { orderItemIntakeFormResponse: sent = [] }: Pick<OrderItemRequest, 'orderItemIntakeFormResponse'>,
  feeds: string,
): { answers: Answers; errors: FormError[] } => {
  const answers: Answers = []
  const errors: FormError[] = []
  for (const question of questions) {
    const instance = fieldAddress(feeds, question.id)
    const value = sent.find(({ propertyID }) => propertyID === instance)?.value
    // The form lists labels; stored are values.
    const chosen = question.options.find(({ label }) => label === value)?.value ?? value
    // Where text is expected, true would be stored as the word.
    const judged =
      typeof value === 'boolean' && question.type === 'text'
        ? { wrong: messages.answerNotText }
        : validateAnswer(question, chosen)
    if ('wrong' in judged) {
      const type = value === undefined ? 'IncompleteIntakeFormError' : 'InvalidIntakeFormError'
      errors.push({ type, instance, description: judged.wrong })
    } else if (chosen !== undefined && judged.value !== null)
      answers.push({ questionId: question.id, value: chosen })
  }
  return { answers, errors }
}

/** What is needed of a person who takes part, where the operator wants to know who does. */
const attendeeProperties = ['givenName', 'familyName', 'email'] as const

export const attendeeDetailsRequired: readonly string[] = attendeeProperties.map(
  (name) => `https://schema.org/${name}`,
)

export const isCompleteAttendee = (attendee: Attendee | undefined): boolean =>
  attendeeProperties.every((name) => (attendee?.[name] ?? '') !== '')
