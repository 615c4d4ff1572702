import { sql } from 'kysely'
import { date, localDay, time } from '#contract/time.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { isUnrestricted, listedFor } from '#server/pricing/rules.ts'
import type { LineToPrice } from '#server/pricing/rules.ts'
import { checkEligibility } from '#server/waivers/eligibility.ts'
import type { Ineligible } from '#server/waivers/rules.ts'
import { listItems } from './find.ts'
import { whyNotTicketAge } from './refusals.ts'
import { lineToPrice } from './reprice.ts'
import { eligibilityRequest } from './rules.ts'
import type { BasketNoticeRow, ItemRow } from './rules.ts'
import { lockPeople } from './sql/lines.ts'

/** Gives a bought line the places that its hold was moved to. */
export const moveLine = async (
  tx: Tx,
  itemId: number,
  places: { occurrenceId: number; holdId: number },
): Promise<void> => {
  await tx.updateTable('basketItem').set(places).where('id', '=', itemId).execute()
}

/** A bought line, with everything that decides where it can be moved to. */
export const findBoughtLine = async (
  tx: Tx,
  { basketId, basketItemId }: { basketId: number; basketItemId: number },
): Promise<ItemRow | undefined> => (await listItems(tx, basketId)).find(({ id }) => id === basketItemId)

/** The customer who bought lines, who may be a visitor. */
type BoughtBy = { operatorId: number; customerId: number | null }

/** Bought lines as pricing reads them, in the order given. None has the price of a customer reference. */
export const boughtLinesToPrice = (lines: readonly ItemRow[], buyer: BoughtBy, now: Date): LineToPrice[] =>
  lines.map((line) =>
    lineToPrice(
      line,
      { ...buyer, linkedIds: [], isStaff: false, isLoginNeeded: false },
      null,
      new Set(),
      now,
    ),
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

/** A line like a bought one in another basket, which holds the places of another time. @returns its id */
export const copyLine = async (
  tx: Tx,
  line: { ofItemId: number; basketId: number; occurrenceId: number; holdId: number; pricingOptionId: number },
  now: Date,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into basket_item (basket_id, occurrence_id, hold_id, id_form, ticket_type_id, pricing_option_id, quantity,
      unit_price, purchased_for_id, for_guest, sort_by, added_at)
    select ${line.basketId}::int, ${line.occurrenceId}::int, ${line.holdId}::bigint, id_form, ticket_type_id,
      ${line.pricingOptionId}::int, quantity, unit_price, purchased_for_id, for_guest, 1, ${now}::timestamptz
    from basket_item where id = ${line.ofItemId} returning id`.execute(tx)
  const [copied] = rows
  if (copied === undefined) throw new Error('A bought line is not there.')
  return copied.id
}

/** Closes the basket of a move that is paid for. */
export const closeBasket = async (tx: Tx, basketId: number, now: Date): Promise<void> => {
  await tx
    .updateTable('basket')
    .set({ status: 'paymentComplete', updatedAt: now })
    .where('id', '=', basketId)
    .execute()
}

/** Another occurrence of the activity of a line. */
type NewTime = Pick<ItemRow, 'occurrenceId' | 'startsAt' | 'endsAt' | 'localDate' | 'band'>

/**
 * A bought line as it would be at another time. It keeps its price option, or takes the one of the same name where
 * that time has prices of its own; null where the activity has no price then.
 */
export const lineAt = (line: ItemRow, time: NewTime): ItemRow | null => {
  const offered = listedFor(line.options, time.band, line.ticketTypeId)
  const name = line.options.find(({ id }) => id === line.pricingOptionId)?.name
  const option =
    offered.find(({ id }) => id === line.pricingOptionId) ??
    offered.find((one) => one.name === name) ??
    offered.find(isUnrestricted) ??
    offered[0]
  return option === undefined ? null : { ...line, ...time, pricingOptionId: option.id }
}

type Session = { id: number; name: string; startsAt: Date; timezone: string; where: string }

/**
 * Tells baskets with a session that it has moved. Checkout waits until the notice has been seen.
 * @param basketIds locked before the session, by the caller
 * @param movedAt lines that were added later have it as it is now
 */
export const notifyBaskets = async (
  tx: Tx,
  basketIds: readonly number[],
  { id, name, startsAt, timezone, where }: Session,
  now: Date,
  movedAt: Date = now,
): Promise<void> => {
  if (basketIds.length === 0) return
  const { dayPretty, datePretty } = date(localDay(startsAt, timezone), timezone, now)
  const when = `${dayPretty} ${datePretty}, ${time(startsAt, timezone).format24Hour}`
  const lines = { occurrenceId: id, addedUntil: movedAt }
  await addSessionNotices(
    tx,
    basketIds,
    lines,
    operatorMessages().baskets.sessionMoved({ name, when, where }),
  )
}

/** Locks the unpaid baskets with a line of an occurrence, ids ascending. */
export const lockBasketsWith = async (tx: Tx, occurrenceId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select b.id from basket b
    where b.status <> 'paymentComplete' and b.id in (
      select bi.basket_id from hold h join basket_item bi on bi.basket_id = h.basket_id and bi.hold_id = h.id
      where h.occurrence_id = ${occurrenceId} and h.state = 'held' and bi.removed_at is null
      union all
      select bi.basket_id from hold h join basket_item bi on bi.basket_id = h.basket_id and bi.hold_id = h.id
      where h.occurrence_id = ${occurrenceId} and h.state = 'expired' and bi.removed_at is null
    )
    order by b.id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Adds a notice for each line of an occurrence in these baskets that was added until an instant. */
const addSessionNotices = async (
  tx: Tx,
  basketIds: readonly number[],
  { occurrenceId, addedUntil }: { occurrenceId: number; addedUntil: Date },
  message: string,
): Promise<void> => {
  await sql`
    update basket b set notices = b.notices || line.notices
    from (
      select bi.basket_id, jsonb_agg(jsonb_build_object('code', 'session_changed', 'message', ${message}::text,
        'cartItemId', bi.id) order by bi.id) as notices
      from basket_item bi
      where bi.basket_id = any(${basketIds}::int[]) and bi.occurrence_id = ${occurrenceId} and bi.removed_at is null
        and bi.added_at <= ${addedUntil}
      group by bi.basket_id
    ) line
    where b.id = line.basket_id`.execute(tx)
}

export const saveNotices = async (tx: Tx, basketId: number, notices: BasketNoticeRow[]): Promise<void> => {
  await sql`update basket set notices = ${JSON.stringify(notices)}::jsonb where id = ${basketId}`.execute(tx)
}
