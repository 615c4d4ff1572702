import type { BookingQuestion, FoundAttendee, WaiverRequest, waivers } from '#contract/waivers.ts'
import type { Body } from '#contract/endpoint.ts'
import { findBasket, loadBasket, lockBasketForChange } from '#server/baskets/service.ts'
import type { BasketRow, ItemRow } from '#server/baskets/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { toCandidate, subjectNamed, whyNotEligible } from '#server/waivers/eligibility/rules.ts'
import * as present from './present.ts'
import * as rows from './queries.ts'
import type { AttendeeRow, BuyerOf, PersonRow, QuestionRow, WaiverRow } from './queries.ts'
import { validateAnswer, openOf, totalOf, validUntil, whyInvalidDateOfBirth } from './rules.ts'

export { storedAnswersOf } from './queries.ts'
export type { StoredAnswerRow } from './queries.ts'

/** How many attendees one search answers (wire §8). */
const mostFound = 20

/** What is asked about the lines of the caller's basket. */
export const questionsOfBasket = async (
  tx: Tx,
  actor: Actor,
  cartId: number,
  now: Date,
): Promise<BookingQuestion[]> => {
  const basket = await findBasket(tx, actor)
  if (basket === null || basket.id !== cartId) throw notFound()
  const { live } = await loadBasket(tx, basket, now)
  const questions = await rows.questionsOfItems(tx, live.map(idOf))
  return questions.flatMap(({ itemId, ...question }) => {
    const item = live.find(({ id }) => id === itemId)
    return item === undefined ? [] : present.presentBookingQuestion(question, item)
  })
}

type AnswersBody = Body<typeof waivers.answers>

/**
 * Keeps answers about lines of the caller's basket that are of one bookable thing.
 * @param thing its id in either form
 * @throws Refusal `not_found` when no line is of it; `invalid` by `answers.0.value`
 */
export const answerQuestions = async (
  tx: Tx,
  actor: Actor,
  occurrence: number | string,
  { answers }: AnswersBody,
  now: Date,
) => {
  const basket = await lockBasketForChange(tx, actor, now)
  if (basket === null) throw notFound()
  const { live } = await loadBasket(tx, basket, now)
  const lines = live.filter((item) => item.occurrenceId === occurrence || item.publicId === occurrence)
  if (lines.length === 0) throw notFound()
  const questions = await rows.questionsOfItems(tx, lines.map(idOf))

  const errors: Record<string, string[]> = {}
  const stored: rows.StoredAnswer[] = []
  for (const [index, { questionId, cartItemId, value: answer }] of answers.entries()) {
    const question = questions.find((one) => one.id === questionId && one.itemId === cartItemId)
    if (question === undefined) {
      const field = lines.some(({ id }) => id === cartItemId) ? 'question_id' : 'cart_item_id'
      errors[`answers.${index}.${field}`] = ['This is not asked about what is in your basket.']
      continue
    }
    const judged = validateAnswer(question, answer)
    if ('wrong' in judged) errors[`answers.${index}.value`] = [judged.wrong]
    else stored.push({ basketItemId: cartItemId, questionId, text: question.text, value: judged.value })
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  await rows.storeAnswers(tx, stored, now)
  return stored.map(({ basketItemId, questionId, value }) => ({
    questionId,
    cartItemId: basketItemId,
    value,
  }))
}

const idOf = ({ id }: { id: number }): number => id

/** A waiver to read, and how the lines of the caller's basket stand with it. */
export const readWaiverRequest = async (
  tx: Tx,
  actor: Actor,
  restrictionId: number,
  now: Date,
): Promise<WaiverRequest> => {
  const [waiver] = await rows.waiversById(tx, actor.operator.id, [restrictionId])
  if (waiver === undefined) throw notFound()
  const basket = await findBasket(tx, actor)
  const live = basket === null ? [] : (await loadBasket(tx, basket, now)).live
  const people = await rows.peopleById(
    tx,
    live.flatMap(({ personId }) => personId ?? []),
  )
  const sent = await rows.sentFor(tx, live.map(idOf), restrictionId)
  const questions = await rows.questionsOfWaivers(tx, [restrictionId])
  return present.presentWaiver(
    waiver,
    questions,
    live.flatMap((item) => present.presentLine(item, restrictionId, people, sent) ?? []),
  )
}

/** Whom the buyer brought before. A visitor has nobody yet. */
export const previousAttendees = async (
  tx: Tx,
  actor: Actor,
  query: { restrictionId: number; query: string },
  now: Date,
): Promise<FoundAttendee[]> => {
  const [waiver] = await rows.waiversById(tx, actor.operator.id, [query.restrictionId])
  if (waiver === undefined) throw notFound()
  if (actor.customerId === null) return []
  const words = query.query.split(/\s+/).filter(Boolean)
  const today = dayOf(now, actor.operator.timezone)
  const found = await rows.findAttendees(tx, actor.customerId, waiver.id, words, today, mostFound)
  return found.map(present.presentFound)
}

type SendBody = Body<typeof waivers.send>
type WaiverSent = SendBody['waivers'][number]

/**
 * Keeps what people agree to for lines of the caller's basket: all of it, or none.
 * @throws Refusal `invalid` by `waivers.0.attendee.first_name`
 */
export const sendWaivers = async (tx: Tx, actor: Actor, { waivers: sent }: SendBody, now: Date) => {
  const basket = await lockBasketForChange(tx, actor, now)
  const live = basket === null ? [] : (await loadBasket(tx, basket, now)).live
  const existing = await readExistingAttendees(tx, actor, basket, live, sent)
  const errors: Record<string, string[]> = {}
  const judged = sent.flatMap((one, index) => {
    const { accepted, wrong } = validateAttendee(one, existing, dayOf(now, actor.operator.timezone))
    for (const [field, sentence] of Object.entries(wrong)) errors[`waivers.${index}.${field}`] = [sentence]
    return accepted ?? []
  })
  refuseTooMany(judged, errors)
  if (basket === null || Object.keys(errors).length > 0) throw invalid(errors)

  const stored: StoredWaivers[] = []
  for (const one of judged) stored.push(await storeAttendee(tx, actor, basket, existing, one, now))
  for (const { line, waiver } of judged) {
    // Whoever is named now takes the place of those named before.
    const isFitting = await rows.deleteSurplusWaivers(tx, {
      itemId: line.id,
      restrictionId: waiver.id,
      keep: stored.map(({ id }) => id),
    })
    if (!isFitting) {
      const last = sent.findLastIndex(({ cartItemId }) => cartItemId === line.id)
      throw invalid({ [`waivers.${last}.cart_item_id`]: ['More people are named than take part.'] })
    }
  }
  const after = (await loadBasket(tx, basket, now)).live.flatMap(({ waiverNeeds }) => waiverNeeds)
  const total = after.reduce((sum, need) => sum + totalOf(need), 0)
  return {
    waivers: stored,
    totalWaiversRequired: total,
    totalWaiversCompleted: total - after.reduce((sum, need) => sum + openOf(need), 0),
  }
}

type StoredWaivers = {
  id: number
  cartItemId: number
  restrictionId: number
  attendeeId: number
  validUntil: string | null
}

type ExistingAttendees = {
  lines: readonly ItemRow[]
  waivers: readonly WaiverRow[]
  questions: readonly (QuestionRow & { restrictionId: number })[]
  attendees: readonly AttendeeRow[]
  /** By `attendee/restriction/line`: until when what they agreed to before holds on the line's day. */
  holdsUntil: ReadonlyMap<string, string>
  people: readonly PersonRow[]
}

const readExistingAttendees = async (
  tx: Tx,
  actor: Actor,
  basket: BasketRow | null,
  lines: readonly ItemRow[],
  sent: readonly WaiverSent[],
): Promise<ExistingAttendees> => {
  const restrictionIds = [...new Set(sent.map(({ restrictionId }) => restrictionId))]
  const attendeeIds = sent.flatMap(({ attendee }) => attendee.id ?? [])
  const buyer = basket === null ? null : buyerOf(actor, basket)
  const attendees =
    buyer === null || attendeeIds.length === 0 ? [] : await rows.attendeesById(tx, buyer, attendeeIds)
  const holdsUntil = new Map<string, string>()
  for (const { attendee, restrictionId, cartItemId } of sent) {
    const found = attendees.find(({ id }) => id === attendee.id)
    const line = lines.find(({ id }) => id === cartItemId)
    if (found === undefined || line === undefined) continue
    const until = await rows.heldUntil(tx, found, restrictionId, line.localDate)
    if (until !== null) holdsUntil.set(`${found.id}/${restrictionId}/${cartItemId}`, until)
  }
  return {
    lines,
    waivers: await rows.waiversById(tx, actor.operator.id, restrictionIds),
    questions: await rows.questionsOfWaivers(tx, restrictionIds),
    attendees,
    holdsUntil,
    people: actor.customerId === null ? [] : await rows.household(tx, actor.customerId),
  }
}

const buyerOf = (actor: Actor, basket: BasketRow): BuyerOf =>
  actor.customerId === null ? { basketId: basket.id } : { customerId: actor.customerId }

type Accepted = {
  line: ItemRow
  waiver: WaiverRow
  /** Somebody found, or somebody to be named. */
  attendee: AttendeeRow | { firstName: string; lastName: string; dateOfBirth: string; email: string }
  /** What they agreed to before still holds: nothing new is agreed to. */
  heldUntil: string | null
  answers: { questionId: number; text: string; value: string }[]
}

/** Whether one may be kept, and if not what is wrong with it, by field. */
const validateAttendee = (
  sent: WaiverSent,
  existing: ExistingAttendees,
  today: string,
): { accepted: Accepted | null; wrong: Record<string, string> } => {
  const line = existing.lines.find(({ id }) => id === sent.cartItemId)
  if (line === undefined) {
    return { accepted: null, wrong: { cart_item_id: 'This is not in your basket any more.' } }
  }
  const waiver = existing.waivers.find(({ id }) => id === sent.restrictionId)
  if (waiver === undefined || !line.waiverNeeds.some((need) => need.restrictionId === waiver.id)) {
    return { accepted: null, wrong: { restriction_id: 'This is not asked for here.' } }
  }
  const wrong: Record<string, string> = {}
  const attendee = attendeeMeant(sent, existing, today, wrong)
  const heldUntil =
    attendee !== null && 'id' in attendee
      ? (existing.holdsUntil.get(`${attendee.id}/${waiver.id}/${line.id}`) ?? null)
      : null
  if (attendee !== null) {
    const person = { dateOfBirth: attendee.dateOfBirth, inductionIds: [], isMember: false, timesThisWeek: 0 }
    const ages = {
      ageMin: line.ageMin,
      ageMax: line.ageMax,
      induction: null,
      membersOnly: false,
      weeklyLimit: null,
    }
    const why = whyNotEligible(ages, toCandidate(person, line.localDate), subjectNamed(attendee.firstName))
    if (why !== null) wrong['attendee.date_of_birth'] = why.message
  }
  if (!sent.accepted && heldUntil === null) wrong['accepted'] = `Please agree to: ${waiver.name}.`
  const answers = heldUntil === null ? answersOf(sent, waiver, existing.questions, wrong) : []
  return {
    accepted:
      attendee === null || Object.keys(wrong).length > 0
        ? null
        : { line, waiver, attendee, heldUntil, answers },
    wrong,
  }
}

const attendeeMeant = (
  { attendee }: WaiverSent,
  existing: ExistingAttendees,
  today: string,
  wrong: Record<string, string>,
): Accepted['attendee'] | null => {
  if (attendee.id !== undefined) {
    const found = existing.attendees.find(({ id }) => id === attendee.id)
    if (found === undefined) wrong['attendee.id'] = 'We do not know this person. Please type the name.'
    return found ?? null
  }
  const { firstName, lastName, dateOfBirth, email } = attendee
  if (firstName === undefined) wrong['attendee.first_name'] = 'Enter the first name.'
  if (lastName === undefined) wrong['attendee.last_name'] = 'Enter the last name.'
  const born =
    dateOfBirth === undefined ? 'Enter the date of birth.' : whyInvalidDateOfBirth(dateOfBirth, today)
  if (born !== null) wrong['attendee.date_of_birth'] = born
  if (firstName === undefined || lastName === undefined || dateOfBirth === undefined || born !== null)
    return null
  return { firstName, lastName, dateOfBirth, email: email ?? '' }
}

const answersOf = (
  { answers }: WaiverSent,
  waiver: WaiverRow,
  questions: ExistingAttendees['questions'],
  wrong: Record<string, string>,
): Accepted['answers'] => {
  const query = questions.filter(({ restrictionId }) => restrictionId === waiver.id)
  answers.forEach(({ questionId }, index) => {
    if (!query.some(({ id }) => id === questionId)) {
      wrong[`answers.${index}.question_id`] = 'This is not asked here.'
    }
  })
  return query.flatMap((question) => {
    const index = answers.findIndex(({ questionId }) => questionId === question.id)
    const judged = validateAnswer(question, answers[index]?.value)
    if ('wrong' in judged) {
      // What was left out stands behind what was sent.
      const place = index < 0 ? answers.length + query.indexOf(question) : index
      wrong[`answers.${place}.value`] = judged.wrong
      return []
    }
    return judged.value === null ? [] : { questionId: question.id, text: question.text, value: judged.value }
  })
}

/** Nobody is named twice for one line, nor more people than take part. */
const refuseTooMany = (accepted: readonly Accepted[], errors: Record<string, string[]>): void => {
  const seen = new Set<string>()
  accepted.forEach(({ line, waiver, attendee: { firstName, lastName, dateOfBirth } }, index) => {
    const key = [line.id, waiver.id, firstName.toLowerCase(), lastName.toLowerCase(), dateOfBirth].join('/')
    if (seen.has(key)) errors[`waivers.${index}.attendee.first_name`] = ['This person is named already.']
    seen.add(key)
  })
}

const storeAttendee = async (
  tx: Tx,
  actor: Actor,
  basket: BasketRow,
  existing: ExistingAttendees,
  { line, waiver, attendee, heldUntil, answers }: Accepted,
  now: Date,
): Promise<StoredWaivers> => {
  const { id: attendeeId } =
    'id' in attendee ? attendee : await named(tx, actor, basket, existing, attendee, now)
  const until = heldUntil ?? validUntil(dayOf(now, actor.operator.timezone), waiver.validMonths)
  const id = await rows.storeWaiver(tx, {
    restrictionId: waiver.id,
    basketItemId: line.id,
    attendeeId,
    html: waiver.html,
    agreedAt: now,
    validUntil: until,
  })
  await rows.storeWaiverAnswers(
    tx,
    answers.map((answer) => ({ waiverId: id, ...answer })),
  )
  return { id, cartItemId: line.id, restrictionId: waiver.id, attendeeId, validUntil: until }
}

/** The buyer's attendee of this name, made if there is none. Somebody of the household is known as such. */
const named = async (
  tx: Tx,
  actor: Actor,
  basket: BasketRow,
  { people }: ExistingAttendees,
  who: { firstName: string; lastName: string; dateOfBirth: string; email: string },
  now: Date,
): Promise<AttendeeRow> => {
  const there = await rows.attendeeNamed(tx, buyerOf(actor, basket), who)
  if (there !== undefined) return there
  const person = people.find(
    (one) =>
      one.firstName.toLowerCase() === who.firstName.toLowerCase() &&
      one.lastName.toLowerCase() === who.lastName.toLowerCase() &&
      one.dateOfBirth === who.dateOfBirth,
  )
  return rows.insertAttendee(tx, {
    ...who,
    operatorId: actor.operator.id,
    customerId: actor.customerId,
    basketId: actor.customerId === null ? basket.id : null,
    personId: person?.id ?? null,
    createdAt: now,
  })
}
