import { lockPeople } from '#server/baskets/change/queries.ts'
import { listItems } from '#server/baskets/queries.ts'
import type { ItemRow } from '#server/baskets/queries.ts'
import { eligibilityRequest } from '#server/baskets/rules.ts'
import { whyNotTicketAge } from '#server/baskets/refusals/service.ts'
import { lineToPrice } from '#server/baskets/view/rules.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import type { LineToPrice } from '#server/pricing/lines/rules.ts'
import type { Ineligible } from '#server/waivers/eligibility/rules.ts'
import { checkEligibility } from '#server/waivers/eligibility/service.ts'
import { setPlacesOfLine } from './queries.ts'

export { closeBasket, copyLine } from './queries.ts'

export type { ItemRow } from '#server/baskets/queries.ts'

/** A bought line, with everything that decides where it can be moved to. */
export const findBoughtLine = async (
  tx: Tx,
  { basketId, basketItemId }: { basketId: number; basketItemId: number },
): Promise<ItemRow | undefined> => (await listItems(tx, basketId)).find(({ id }) => id === basketItemId)

/** The customer who bought lines, who may be a visitor. */
type BoughtBy = { operatorId: number; customerId: number | null }

/** Bought lines as pricing reads them, in the order given. None has the price of a customer reference. */
export const boughtLinesToPrice = (lines: readonly ItemRow[], buyer: BoughtBy): LineToPrice[] =>
  lines.map((line) =>
    lineToPrice(line, { ...buyer, linkedIds: [], isStaff: false, isLoginNeeded: false }, null, new Set()),
  )

/** Why the person of a bought line may not attend it as it is, or null. Its own place does not count. */
export const whyNotAttendable = async (
  tx: Tx,
  actor: Actor,
  line: ItemRow,
  now: Date,
): Promise<Ineligible | null> => {
  const { personId, holdId: exceptHoldId, ticketAgeMin: ageMin, ticketAgeMax: ageMax } = line
  if (personId === null) return null
  return (
    (await checkEligibility(tx, eligibilityRequest(actor, personId, line, { exceptHoldId }), now)) ??
    (await whyNotTicketAge(tx, actor, personId, { ...line, ageMin, ageMax }, now))
  )
}

/** Locks the buyer and the attendee of a line, in order of id. */
export const lockPeopleOf = (tx: Tx, { personId }: ItemRow, { customerId }: BoughtBy): Promise<void> =>
  lockPeople(tx, [...new Set([personId, customerId].filter((id) => id !== null))])

/** Gives a bought line the places that its hold was moved to. */
export const moveLine = (
  tx: Tx,
  itemId: number,
  places: { occurrenceId: number; holdId: number },
): Promise<void> => setPlacesOfLine(tx, itemId, places)
