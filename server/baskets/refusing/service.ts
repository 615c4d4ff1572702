import { alreadyFull, dateNotOffered } from '#contract/failure.ts'
import { penaltiesIn } from '#server/baskets/service.ts'
import type { BasketRow, Bookable, ItemRow } from '#server/baskets/service.ts'
import { mayComeFree } from '#server/holds/service.ts'
import { refuseWhileOwing } from '#server/penalties/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { whyNotOption } from '#server/pricing/rules.ts'
import type { OptionOnOffer } from '#server/pricing/rules.ts'
import { walletsOf } from '#server/pricing/service.ts'
import { bookingCloses } from '#server/timetable/rules.ts'
import { clashSaid, spoken } from '#server/waivers/eligibility/service.ts'

/*
 * How a basket says no: the sentences, whom they are about, and when it is worth trying again.
 */

export const refusedAs = {
  full: alreadyFull,
  held: 'The last places are in other baskets at the moment.',
  clash: 'This overlaps another booking of the same person.',
  already_booked: 'This person has this booking already.',
  cancelled: 'This has been called off.',
} as const

export const priceRefusedAs = {
  age: 'This price is for people of another age.',
  document_required: 'This price needs a proof that we have not seen, or that has run out.',
} as const

export const refuseItem = (code: string, message: string, index: number, availableAt?: Date): Refusal => {
  const errors = { [`items.${index}.id`]: [message] }
  // Programs in use read the text about the date, and ask again.
  return code === 'not_open_yet'
    ? new Refusal(code, dateNotOffered, { errors: { ...errors, date: [dateNotOffered] }, availableAt })
    : new Refusal(code, message, { errors, availableAt })
}

/** A refusal in a sentence about the person, where it is about one. */
export const refusalSaid = async (
  tx: Tx,
  actor: Actor,
  outcome: keyof typeof refusedAs,
  item: { personId: number | null; occurrenceId: number } | undefined,
  now: Date,
  exceptHoldId: number | null = null,
): Promise<string> => {
  const personId = item?.personId ?? null
  if (item === undefined || personId === null) return refusedAs[outcome]
  const isSelf = isTheCaller(actor, personId)
  if (outcome === 'already_booked') {
    return `${(await spoken(tx, personId, isSelf)).has} this booking already.`
  }
  if (outcome !== 'clash') return refusedAs[outcome]
  const { occurrenceId } = item
  return (await clashSaid(tx, { personId, isSelf, occurrenceId, exceptHoldId }, now)) ?? refusedAs.clash
}

/** Sentences say "you" to a customer about themselves; at the desk everybody has a name. */
const isTheCaller = (actor: Actor, personId: number): boolean => actor.person?.id === personId

export const eligibilityAsked = (
  actor: Actor,
  personId: number,
  thing: Pick<
    Bookable,
    'activityId' | 'localDate' | 'ageMin' | 'ageMax' | 'induction' | 'membersOnly' | 'weeklyLimit'
  >,
  more: { exceptHoldId?: number; plus?: number } = {},
) => ({
  personId,
  isSelf: isTheCaller(actor, personId),
  activityId: thing.activityId,
  localDate: thing.localDate,
  needs: thing,
  ...more,
})

/** Why a person may not have a price, as a code; asked of the database only where it matters. */
export const whyNotThisPrice = async (
  tx: Tx,
  option: OptionOnOffer,
  { personId, activityId, localDate }: { personId: number | null; activityId: number; localDate: string },
  now: Date,
): Promise<keyof typeof priceRefusedAs | null> => {
  if (isForAnybody(option)) return null
  const wallets =
    personId === null
      ? null
      : await walletsOf(tx, [personId], [{ activityId, day: localDate, options: [option] }], now)
  return whyNotOption(option, wallets?.get(personId ?? 0) ?? null, localDate)
}

export const isForAnybody = ({ proof, ageMin, ageMax }: OptionOnOffer): boolean =>
  proof === null && ageMin === null && ageMax === null

/** Why a line cannot grow. What lies in this very basket is not held by others: then there is no more. */
export const whyNoMore = async (
  tx: Tx,
  outcome: 'full' | 'held' | 'cancelled',
  { occurrenceId, basketId }: ItemRow,
  now: Date,
) => {
  const until = await whenFree(tx, outcome, occurrenceId, basketId, now)
  return { code: outcome === 'held' && until === undefined ? ('full' as const) : outcome, until }
}

/** When the first hold in the way ends, for whoever is refused because of it. */
export const whenFree = async (
  tx: Tx,
  outcome: string,
  occurrenceId: number | undefined,
  basketId: number | null,
  now: Date,
): Promise<Date | undefined> =>
  outcome === 'held' && occurrenceId !== undefined
    ? ((await mayComeFree(tx, occurrenceId, basketId, now)) ?? undefined)
    : undefined

/** Places taken anew are refused like those of an add: where booking has ended, and while a penalty is owed. */
export const refuseTakingAnew = async (
  tx: Tx,
  actor: Actor,
  basket: BasketRow,
  items: readonly ItemRow[],
  now: Date,
): Promise<void> => {
  if (items.length === 0) return
  const ended = items.find((item) => bookingCloses(item) <= now)
  if (ended !== undefined) throw bookingEnded(ended)
  const inside = await penaltiesIn(tx, basket)
  await refuseWhileOwing(
    tx,
    actor.customerId,
    inside.map(({ penaltyId }) => penaltyId),
  )
}

export const bookingEnded = ({ name }: Pick<ItemRow, 'name'>): Refusal =>
  new Refusal('closed', `Booking for ${name} has ended.`)
