import { sql } from 'kysely'
import type { Body } from '#contract/endpoint.ts'
import { ageInYears, localDay } from '#contract/time.ts'
import type { GuardianRelation, WaiverLine, WaiverRequest, waivers } from '#contract/waivers.ts'
import { isSamePerson } from '#server/linked-people/list.ts'
import type { Text } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { presentWaiverQuestion } from './answers.ts'
import { checkWaiver, lineIdOf, openOf, totalOf, validUntil } from './rules.ts'
import type {
  AcceptedWaiver,
  AttendeeRow,
  BasketLine,
  HouseholdRow,
  PersonRow,
  QuestionRow,
  SubmissionContext,
  WaiverRow,
  WaiverSent,
} from './rules.ts'
import {
  attendeeNamed,
  attendeesById,
  deleteSurplusWaivers,
  findWaiverEnd,
  household,
  insertAttendee,
  peopleById,
  questionsOfWaivers,
  sentFor,
  storeWaiver,
  storeWaiverAnswers,
  waiversById,
} from './sql.ts'
import type { BuyerOf, SentRow } from './sql.ts'

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
  const sent = await sentFor(tx, lines.map(lineIdOf), restrictionId)
  const questions = await questionsOfWaivers(tx, [restrictionId])
  return presentWaiver(
    waiver,
    questions,
    lines.flatMap((line) => presentLine(line, restrictionId, people, sent) ?? []),
  )
}

const presentWaiver = (
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
const presentLine = (
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
  const errors: Record<string, Text[]> = {}
  const judged = sent.flatMap((one, index) => {
    const { accepted, wrong } = checkWaiver(one, context, localDay(now, actor.operator.timezone))
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
      throw invalid({ [`waivers.${last}.cart_item_id`]: [(messages) => messages.waivers.tooManyPeople] })
    }
  }
  return saved
}

type WaiversSent = Pick<Body<typeof waivers.send>, 'waivers' | 'guardian'>

/** The caller's basket, with what waivers need. */
type WaiverBasket = { id: number; lines: readonly BasketLine[] }

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
  const until = heldUntil ?? validUntil(localDay(now, actor.operator.timezone), waiver.validMonths)
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
      today: localDay(now, actor.operator.timezone),
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

/** Deletes the agreements for a line, since another person takes part. */
export const forgetWaivers = async (tx: Tx, basketItemId: number): Promise<void> => {
  await tx.deleteFrom('waiver').where('basketItemId', '=', basketItemId).execute()
}

/** The last agreement of a person to a waiver. `signedBy`: who agreed for them. */
type AgreementRow = {
  personId: number
  name: string
  agreedOn: string
  validUntil: string | null
  signedBy: string | null
  signedByRelation: GuardianRelation | null
}

/** What people have agreed to: of each waiver the agreement that holds longest. */
export const listAgreements = async (
  tx: Tx,
  personIds: readonly number[],
  timezone: string,
): Promise<AgreementRow[]> => {
  const { rows } = await sql<AgreementRow>`
    select distinct on (t.person_id, w.restriction_id) t.person_id, r.name,
      (w.agreed_at at time zone ${timezone})::date::text as agreed_on, w.valid_until::text,
      nullif(w.signed_by_name, '') as signed_by, nullif(w.signed_by_relation, '') as signed_by_relation
    from attendee t join waiver w on w.attendee_id = t.id join restriction r on r.id = w.restriction_id
    where t.person_id = any(${personIds}::int[])
    order by t.person_id, w.restriction_id, w.valid_until desc nulls last, w.agreed_at desc`.execute(tx)
  return rows
}

/** Adds an error for each person who is named twice for the same line and waiver. */
export const refuseDuplicates = (
  accepted: readonly AcceptedWaiver[],
  errors: Record<string, Text[]>,
): void => {
  const seen = new Set<string>()
  accepted.forEach(({ line, waiver, attendee: { firstName, lastName, dateOfBirth } }, index) => {
    const key = [line.id, waiver.id, firstName.toLowerCase(), lastName.toLowerCase(), dateOfBirth].join('/')
    if (seen.has(key))
      errors[`waivers.${index}.attendee.first_name`] = [(messages) => messages.waivers.personNamedTwice]
    seen.add(key)
  })
}

export type Guardian = { name: string; relation: GuardianRelation }

/** Who signed, as it is stored: empty for a person who signs themselves. */
type Signature = { signedById: number | null; signedByName: string; signedByRelation: GuardianRelation | '' }

/** From this age a person signs for themselves. */
const adultAge = 18

const ownSignature: Signature = { signedById: null, signedByName: '', signedByRelation: '' }

/**
 * The adult who signs for a person under 18: the one named with the waivers, with the account they were sent from;
 * otherwise the adult customer who sends them for another person.
 */
export const signatureFor = (
  attendee: { personId?: number | null; firstName: string; lastName: string; dateOfBirth: string },
  {
    guardian,
    people,
    customerId,
    isCustomer,
    today,
  }: {
    guardian: Guardian | null
    /** The customer and their household. */
    people: readonly HouseholdRow[]
    customerId: number | null
    /** Whether the customer sends the waivers themselves, not staff for them. */
    isCustomer: boolean
    today: string
  },
): Signature => {
  if (ageInYears(attendee.dateOfBirth, today) >= adultAge) return ownSignature
  if (guardian !== null) {
    return { signedById: customerId, signedByName: guardian.name, signedByRelation: guardian.relation }
  }
  const customer = people.find(({ id }) => id === customerId)
  if (customer === undefined || !isCustomer) return ownSignature
  if (attendee.personId === customer.id) return ownSignature
  if (customer.dateOfBirth !== null && ageInYears(customer.dateOfBirth, today) < adultAge) return ownSignature
  const linked = people.find((person) => person.id === attendee.personId || isSamePerson(person, attendee))
  return {
    signedById: customer.id,
    signedByName: `${customer.firstName} ${customer.lastName}`,
    signedByRelation: linked?.relation === 'child' ? 'parent' : '',
  }
}
