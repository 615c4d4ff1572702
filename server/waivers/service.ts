import type { BookingQuestion, FoundAttendee, WaiverRequest, waivers } from '#contract/waivers.ts'
import type { Body } from '#contract/endpoint.ts'
import { isSamePerson } from '#server/linked-people/rules.ts'
import * as messages from '#server/messages/en/waivers.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { checkWaiver, refuseDuplicates } from '#server/waivers/submission/rules.ts'
import type { AcceptedWaiver, SubmissionContext, WaiverSent } from '#server/waivers/submission/rules.ts'
import { presentBookingQuestion, presentWaiver, presentLine, presentFound } from './present.ts'
import {
  deleteSurplusWaivers,
  findWaiverEnd,
  household,
  peopleById,
  questionsOfItems,
  questionsOfWaivers,
  sentFor,
  storeAnswers,
  storeWaiver,
  storeWaiverAnswers,
  waiversById,
} from './queries.ts'
import {
  attendeeNamed,
  attendeesById,
  findAttendees,
  insertAttendee,
} from '#server/waivers/attendees/queries.ts'
import type { StoredAnswer } from './queries.ts'
import type { AttendeeRow, BuyerOf } from '#server/waivers/attendees/queries.ts'
import { validateAnswer, validUntil } from './rules.ts'
import { signatureFor } from '#server/waivers/guardians/rules.ts'
import type { Guardian } from '#server/waivers/guardians/rules.ts'
import type { BasketLine } from './rules.ts'

export { eraseAnswers, questionsOfActivities, storedAnswersOf } from './queries.ts'

/** Attendees returned by one search (wire §8). */
const mostFound = 20

/** The questions about basket lines. */
export const readQuestions = async (tx: Tx, lines: readonly BasketLine[]): Promise<BookingQuestion[]> => {
  const questions = await questionsOfItems(tx, lines.map(idOf))
  return questions.flatMap(({ itemId, ...question }) => {
    const line = lines.find(({ id }) => id === itemId)
    return line === undefined ? [] : presentBookingQuestion(question, line)
  })
}

type AnswersBody = Body<typeof waivers.answers>

/** Stores answers about lines of the caller's basket. @throws Refusal `invalid` by `answers.0.value` */
export const saveAnswers = async (
  tx: Tx,
  lines: readonly BasketLine[],
  { answers }: AnswersBody,
  now: Date,
) => {
  const questions = await questionsOfItems(tx, lines.map(idOf))

  const errors: Record<string, string[]> = {}
  const stored: StoredAnswer[] = []
  for (const [index, { questionId, cartItemId, value: answer }] of answers.entries()) {
    const question = questions.find((one) => one.id === questionId && one.itemId === cartItemId)
    if (question === undefined) {
      const field = lines.some(({ id }) => id === cartItemId) ? 'question_id' : 'cart_item_id'
      errors[`answers.${index}.${field}`] = [messages.questionNotInBasket]
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

const idOf = ({ id }: { id: number }): number => id

/** A waiver's text, and which lines of the caller's basket still need it. */
export const readWaiver = async (
  tx: Tx,
  actor: Actor,
  restrictionId: number,
  lines: readonly BasketLine[],
): Promise<WaiverRequest> => {
  const [waiver] = await waiversById(tx, actor.operator.id, [restrictionId])
  if (waiver === undefined) throw notFound()
  const people = await peopleById(
    tx,
    lines.flatMap(({ personId }) => personId ?? []),
  )
  const sent = await sentFor(tx, lines.map(idOf), restrictionId)
  const questions = await questionsOfWaivers(tx, [restrictionId])
  return presentWaiver(
    waiver,
    questions,
    lines.flatMap((line) => presentLine(line, restrictionId, people, sent) ?? []),
  )
}

/** The buyer's previous attendees; none for a visitor. */
export const previousAttendees = async (
  tx: Tx,
  actor: Actor,
  query: { restrictionId: number; query: string },
  now: Date,
): Promise<FoundAttendee[]> => {
  const [waiver] = await waiversById(tx, actor.operator.id, [query.restrictionId])
  if (waiver === undefined) throw notFound()
  if (actor.customerId === null) return []
  const words = query.query.split(/\s+/).filter(Boolean)
  const today = dayOf(now, actor.operator.timezone)
  const found = await findAttendees(tx, actor.customerId, waiver.id, words, today, mostFound)
  return found.map(presentFound)
}

/**
 * Stores the agreements to waivers for lines of the caller's basket: all of them, or none.
 * @param basket null when the caller has none: every waiver is then of an unknown line
 * @throws Refusal `invalid` by `waivers.0.attendee.first_name`
 */
export const saveWaivers = async (
  tx: Tx,
  actor: Actor,
  basket: WaiverBasket | null,
  { waivers: sent, guardian }: WaiversSent,
  now: Date,
): Promise<SavedWaiver[]> => {
  const context = await loadContext(tx, actor, basket, sent)
  const errors: Record<string, string[]> = {}
  const judged = sent.flatMap((one, index) => {
    const { accepted, wrong } = checkWaiver(one, context, dayOf(now, actor.operator.timezone))
    for (const [field, sentence] of Object.entries(wrong)) errors[`waivers.${index}.${field}`] = [sentence]
    return accepted ?? []
  })
  refuseDuplicates(judged, errors)
  if (basket === null || Object.keys(errors).length > 0) throw invalid(errors)

  const saved: SavedWaiver[] = []
  for (const one of judged)
    saved.push(await saveWaiver(tx, actor, basket, { ...context, guardian: guardian ?? null }, one, now))
  for (const { line, waiver } of judged) {
    // The people of this request replace earlier ones.
    const isFitting = await deleteSurplusWaivers(tx, {
      itemId: line.id,
      restrictionId: waiver.id,
      keep: saved.map(({ id }) => id),
    })
    if (!isFitting) {
      const last = sent.findLastIndex(({ cartItemId }) => cartItemId === line.id)
      throw invalid({ [`waivers.${last}.cart_item_id`]: [messages.tooManyPeople] })
    }
  }
  return saved
}

type WaiversSent = Pick<Body<typeof waivers.send>, 'waivers' | 'guardian'>

/** The caller's basket, with what waivers need. */
export type WaiverBasket = { id: number; lines: readonly BasketLine[] }

type SavedWaiver = {
  id: number
  cartItemId: number
  restrictionId: number
  attendeeId: number
  validUntil: string | null
}

const loadContext = async (
  tx: Tx,
  actor: Actor,
  basket: WaiverBasket | null,
  sent: readonly WaiverSent[],
): Promise<SubmissionContext> => {
  const lines = basket?.lines ?? []
  const restrictionIds = [...new Set(sent.map(({ restrictionId }) => restrictionId))]
  const attendeeIds = sent.flatMap(({ attendee }) => attendee.id ?? [])
  const buyer = basket === null ? null : buyerOf(actor, basket)
  const attendees =
    buyer === null || attendeeIds.length === 0 ? [] : await attendeesById(tx, buyer, attendeeIds)
  const holdsUntil = new Map<string, string>()
  for (const { attendee, restrictionId, cartItemId } of sent) {
    const found = attendees.find(({ id }) => id === attendee.id)
    const line = lines.find(({ id }) => id === cartItemId)
    if (found === undefined || line === undefined) continue
    const until = await findWaiverEnd(tx, found, restrictionId, line.localDate)
    if (until !== null) holdsUntil.set(`${found.id}/${restrictionId}/${cartItemId}`, until)
  }
  return {
    lines,
    waivers: await waiversById(tx, actor.operator.id, restrictionIds),
    questions: await questionsOfWaivers(tx, restrictionIds),
    attendees,
    holdsUntil,
    people: actor.customerId === null ? [] : await household(tx, actor.customerId),
  }
}

const buyerOf = (actor: Actor, basket: WaiverBasket): BuyerOf =>
  actor.customerId === null ? { basketId: basket.id } : { customerId: actor.customerId }

const saveWaiver = async (
  tx: Tx,
  actor: Actor,
  basket: WaiverBasket,
  context: SubmissionContext & { guardian: Guardian | null },
  { line, waiver, attendee, heldUntil, answers }: AcceptedWaiver,
  now: Date,
): Promise<SavedWaiver> => {
  const { id: attendeeId } =
    'id' in attendee ? attendee : await named(tx, actor, basket, context, attendee, now)
  const until = heldUntil ?? validUntil(dayOf(now, actor.operator.timezone), waiver.validMonths)
  const id = await storeWaiver(tx, {
    restrictionId: waiver.id,
    basketItemId: line.id,
    attendeeId,
    html: waiver.html,
    agreedAt: now,
    validUntil: until,
    ...signatureFor(attendee, {
      guardian: context.guardian,
      people: context.people,
      customerId: actor.customerId,
      isCustomer: actor.person?.id === actor.customerId,
      today: dayOf(now, actor.operator.timezone),
    }),
  })
  await storeWaiverAnswers(
    tx,
    answers.map((answer) => ({ waiverId: id, ...answer })),
  )
  return { id, cartItemId: line.id, restrictionId: waiver.id, attendeeId, validUntil: until }
}

/**
 * Finds or creates the buyer's attendee of this name. A household member is linked to their customer
 * record.
 */
const named = async (
  tx: Tx,
  actor: Actor,
  basket: WaiverBasket,
  { people }: SubmissionContext,
  who: { firstName: string; lastName: string; dateOfBirth: string; email: string },
  now: Date,
): Promise<AttendeeRow> => {
  const there = await attendeeNamed(tx, buyerOf(actor, basket), who)
  if (there !== undefined) return there
  const person = people.find((one) => isSamePerson(one, who))
  return insertAttendee(tx, {
    ...who,
    operatorId: actor.operator.id,
    customerId: actor.customerId,
    basketId: actor.customerId === null ? basket.id : null,
    personId: person?.id ?? null,
    createdAt: now,
  })
}
