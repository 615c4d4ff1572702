import { dateNotOffered } from '#contract/failure.ts'
import { findNextRelease } from '#server/holds/places.ts'
import type { NextRelease } from '#server/holds/places.ts'
import type { Text } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { checkEligibility, describeClash, firstNameUnlessSelf } from '#server/waivers/eligibility.ts'
import { onlyAges } from '#server/waivers/rules.ts'
import type { Ineligible } from '#server/waivers/rules.ts'
import { eligibilityRequest, isCaller, refusalMessages } from './rules.ts'
import type { ItemRow } from './rules.ts'

/** Why places were refused, in a sentence about the person where it is about one. */
export const describeRefusal = async (
  tx: Tx,
  actor: Actor,
  outcome: keyof typeof refusalMessages,
  item: { personId: number | null; occurrenceId: number; exceptHoldId?: number } | undefined,
  now: Date,
): Promise<Text> => {
  const personId = item?.personId ?? null
  if (item === undefined || personId === null) return refusalMessages[outcome]
  const isSelf = isCaller(actor, personId)
  if (outcome === 'already_booked') {
    const firstName = await firstNameUnlessSelf(tx, personId, isSelf)
    return (messages) => messages.eligibility.alreadyBooked({ firstName })
  }
  if (outcome !== 'clash') return refusalMessages[outcome]
  const { occurrenceId, exceptHoldId = null } = item
  const clash = await describeClash(tx, { personId, isSelf, occurrenceId, exceptHoldId }, now)
  return clash ?? refusalMessages.clash
}

/** Why a line cannot have more places. Where no other basket holds any, `held` means that there are no more. */
export const explainShortage = async (
  tx: Tx,
  outcome: 'full' | 'held' | 'cancelled',
  { occurrenceId, basketId }: ItemRow,
  now: Date,
) => {
  const release = await findRelease(tx, outcome, { occurrenceId, basketId }, now)
  const code = outcome === 'held' && release === undefined ? ('full' as const) : outcome
  return { code, message: refusalMessages[wordingOf(code, release)], availableAt: release?.at }
}

/** Which sentence a refusal has: what the desk keeps is in no one's basket. */
export const wordingOf = <Code extends string>(
  code: Code,
  release: NextRelease | undefined,
): Code | 'desk_only' => (code === 'held' && release?.isForDesk === true ? 'desk_only' : code)

/** When the first hold of another basket ends, for a refusal because of it. */
export const findRelease = async (
  tx: Tx,
  outcome: string,
  { occurrenceId, basketId }: { occurrenceId: number | undefined; basketId: number | null },
  now: Date,
): Promise<NextRelease | undefined> =>
  outcome === 'held' && occurrenceId !== undefined
    ? ((await findNextRelease(tx, occurrenceId, basketId, now)) ?? undefined)
    : undefined

/** Why a person is not of the ages a ticket is for; null when they are, or their age is not known. */
export const whyNotTicketAge = async (
  tx: Tx,
  actor: Actor,
  personId: number,
  ticket: { ageMin: number | null; ageMax: number | null; activityId: number; localDate: string },
  now: Date,
): Promise<Ineligible | null> =>
  checkEligibility(tx, eligibilityRequest(actor, personId, { ...ticket, ...onlyAges(ticket) }), now)

/** Why a line that names no one is not taken to be a person's own; null when it is. */
export const whyNotAttending = async (
  tx: Tx,
  actor: Actor,
  personId: number,
  { forGuest, ticketAgeMin, ticketAgeMax, activityId, localDate }: ItemRow,
  now: Date,
): Promise<'guest' | Ineligible | null> => {
  if (forGuest) return 'guest'
  const ages = { ageMin: ticketAgeMin, ageMax: ticketAgeMax }
  return whyNotTicketAge(tx, actor, personId, { ...ages, activityId, localDate }, now)
}

/** A refusal of one item of a call, by its position. */
export const itemRefusal = (code: string, message: Text, index: number, availableAt?: Date): Refusal => {
  const errors = { [`items.${index}.id`]: [message] }
  // API clients in use read the text under `date`, and try again.
  return code === 'not_open_yet'
    ? new Refusal(code, () => dateNotOffered, {
        errors: { ...errors, date: [() => dateNotOffered] },
        availableAt,
      })
    : new Refusal(code, message, { errors, availableAt })
}
