import { sql } from 'kysely'
import type { Body } from '#contract/endpoint.ts'
import type { BookingQuestion, WaiverQuestion, waivers } from '#contract/waivers.ts'
import type { Text } from '#server/messages/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid } from '#server/platform/errors.ts'
import { lineIdOf, validateAnswer } from './rules.ts'
import type { BasketLine, QuestionRow } from './rules.ts'
import { questionsOfItems, storeAnswers } from './sql.ts'
import type { StoredAnswer } from './sql.ts'

/** The questions about basket lines. */
export const readQuestions = async (tx: Tx, lines: readonly BasketLine[]): Promise<BookingQuestion[]> => {
  const questions = await questionsOfItems(tx, lines.map(lineIdOf))
  return questions.flatMap(({ itemId, ...question }) => {
    const line = lines.find(({ id }) => id === itemId)
    return line === undefined ? [] : presentBookingQuestion(question, line)
  })
}

/** A question about a line; its id has the form in which the line was added (wire §1.9). */
const presentBookingQuestion = (
  { answer, ...question }: QuestionRow & { answer: string | null },
  item: Pick<BasketLine, 'id' | 'idForm' | 'occurrenceId' | 'publicId'>,
): BookingQuestion => ({
  ...presentWaiverQuestion(question),
  cartItemId: item.id,
  activityId: item.idForm === 'v2' ? item.publicId : item.occurrenceId,
  answer,
})

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

type AnswersBody = Body<typeof waivers.answers>

/** Stores answers about lines of the caller's basket. @throws Refusal `invalid` by `answers.0.value` */
export const saveAnswers = async (
  tx: Tx,
  lines: readonly BasketLine[],
  { answers }: AnswersBody,
  now: Date,
) => {
  const questions = await questionsOfItems(tx, lines.map(lineIdOf))

  const errors: Record<string, Text[]> = {}
  const stored: StoredAnswer[] = []
  for (const [index, { questionId, cartItemId, value: answer }] of answers.entries()) {
    const question = questions.find((one) => one.id === questionId && one.itemId === cartItemId)
    if (question === undefined) {
      const field = lines.some(({ id }) => id === cartItemId) ? 'question_id' : 'cart_item_id'
      errors[`answers.${index}.${field}`] = [(messages) => messages.waivers.questionNotInBasket]
      continue
    }
    const judged = validateAnswer(question, answer)
    if ('wrong' in judged) errors[`answers.${index}.value`] = [judged.wrong]
    else stored.push({ basketItemId: cartItemId, questionId, text: question.text, value: judged.value })
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  await storeAnswers(tx, stored, now)
  return stored.map(({ basketItemId, questionId, value }) => ({
    questionId,
    cartItemId: basketItemId,
    value,
  }))
}

/** The questions about bookings of activities. */
export const questionsOfActivities = async (
  tx: Tx,
  activityIds: readonly number[],
): Promise<(QuestionRow & { activityId: number })[]> => {
  const { rows } = await sql<QuestionRow & { activityId: number }>`
    select q.id, q.activity_id, q.text, q.type, q.options, q.required from question q
    where q.activity_id = any(${activityIds}::int[]) and not q.withdrawn
    order by q.position, q.id`.execute(tx)
  return rows
}

/** Deletes what was answered about lines. */
export const eraseAnswers = async (tx: Tx, basketItemIds: readonly number[]): Promise<void> => {
  if (basketItemIds.length > 0)
    await tx.deleteFrom('bookingAnswer').where('basketItemId', 'in', basketItemIds).execute()
}
