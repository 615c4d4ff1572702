import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { BasketRow, ItemRow } from '#server/baskets/rules.ts'
import type { RequestedItem } from '#server/holds/places.ts'
import type { BasketOwner } from '#server/platform/actor.ts'
import { createBatchedStatement } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'

const itemColumns = sql`
  bi.id, bi.basket_id, bi.sort_by, bi.id_form, bi.quantity, bi.unit_price, bi.pricing_option_id,
    bi.purchased_for_id, bi.customer_reference, bi.for_guest, bi.lapse_notified, bi.added_by, bi.hold_id, h.state as hold_state, h.held_until,
    h.created_at as held_since,
    h.places, o.id as occurrence_id, o.public_id, o.composite_key, o.starts_at, o.ends_at, o.local_date,
    o.status as occurrence_status, v.status = 'open' and not a.withdrawn and t.withdrawn is not true as is_offered, o.name, o.band, a.id as activity_id, a.slug as activity_slug,
    a.name as activity_name, a.kind,
    coalesce((select p.vat_rate from pricing_option p where p.id = bi.pricing_option_id), a.vat_rate) as vat_rate,
    a.allows_anonymous_bookings, a.print_receipt,
    a.pre_booking_notice, v.id as venue_id, v.slug as venue_slug, v.name as venue_name, v.timezone,
    l.id as location_id, l.slug as location_slug, l.name as location_name, bi.ticket_type_id,
    t.public_id as ticket_public_id, t.name as ticket_name, t.places as ticket_places, t.max_quantity,
    t.age_min as ticket_age_min, t.age_max as ticket_age_max, h.person_id, who.first_name as person_first_name,
    who.last_name as person_last_name, a.allows_overlap, a.last_bookable_minutes, a.age_min, a.age_max, a.weekly_limit, offer.induction,
    offer.members_only,
    (select coalesce(json_agg(json_build_object('restrictionId', n.restriction_id, 'name', n.name, 'needed', n.needed,
        'sent', n.sent, 'coveredUntil', n.covered_until) order by n.restriction_id), '[]'::json)
      from waiver_need n where n.basket_item_id = bi.id) as waiver_needs,
    unanswered.must as questions_open, unanswered.may as questions_optional,
    offer.options,
    asks_proof_of_age(bi.pricing_option_id, who.date_of_birth, bi.quantity) as asks_proof_of_age,
    bi.discount, bi.member_id, bi.wants_benefit, bi.wants_package, null as available_benefit,
    null as available_package, coalesce(
      (select json_build_object('type', 'membership', 'useId', u.id, 'benefitId', u.benefit_id,
          'memberId', u.member_id, 'name', b.name, 'planName', p.name)
        from benefit_use u join benefit b on b.id = u.benefit_id join membership_plan p on p.id = b.plan_id
        where u.basket_item_id = bi.id and u.state <> 'returned'),
      (select json_build_object('type', 'package', 'useId', u.id, 'packageId', u.package_id, 'visits', u.visits,
          'name', pp.name)
        from package_use u join package k on k.id = u.package_id join package_product pp on pp.id = k.product_id
        where u.basket_item_id = bi.id and u.state <> 'returned')
    ) as applied`

const itemTables = sql`basket_item bi
  join hold h on h.id = bi.hold_id
  join occurrence o on o.id = bi.occurrence_id
  join activity a on a.id = o.activity_id
  join activity_on_offer offer on offer.activity_id = a.id
  join venue v on v.id = o.venue_id
  join location l on l.id = o.location_id
  left join ticket_type t on t.id = bi.ticket_type_id
  left join customer who on who.id = h.person_id
  cross join lateral (
    select count(*) filter (where q.required)::int as must, count(*) filter (where not q.required)::int as may
    from question q
    where q.activity_id = a.id and not q.withdrawn and not exists (
      select 1 from booking_answer ba where ba.basket_item_id = bi.id and ba.question_id = q.id
    )
  ) unanswered`

/** The same for several baskets, in the order of `basketIds`. */
export const listItemsOfBaskets = async (tx: Tx, basketIds: readonly number[]): Promise<ItemRow[][]> => {
  const { rows } = await sql<ItemRow>`
    select ${itemColumns} from ${itemTables}
    where bi.basket_id = any(${basketIds}::int[]) and bi.removed_at is null
    order by bi.sort_by, bi.id`.execute(tx)
  return basketIds.map((basketId) => rows.filter((row) => row.basketId === basketId))
}

/** A basket with its lines, its `basket_version` and whether credit is reserved for it, all as they were at one moment. */
export type BasketWithItems = { basket: BasketRow; items: ItemRow[]; version: string; hasCredit: boolean }

/** `login`: of staff, the digest of the log-in in hexadecimal; else empty. */
type FoundBasket = BasketWithItems & { login: string }

type LineOfBasket = Omit<ItemRow, 'id'> & Omit<FoundBasket, 'items'> & { id: number | null }

const readBaskets = async (tx: Tx, condition: RawBuilder<unknown>): Promise<FoundBasket[]> => {
  const { rows } = await sql<LineOfBasket>`
    with found as materialized (
      select b.id, basket_version(b.id) as version, coalesce(encode(b.login_digest, 'hex'), '') as login, json_build_object('id', b.id, 'uuid', b.uuid,
        'operatorId', b.operator_id, 'customerId', b.customer_id, 'status', b.status,
        'renewalsUsed', b.renewals_used, 'notices', b.notices, 'pricedForId', b.priced_for_id) as basket,
        exists (select 1 from credit_reservation r where r.basket_id = b.id and r.state = 'reserved') as has_credit
      from basket b where ${condition} and b.status <> 'paymentComplete'
    )
    select f.basket, f.version, f.has_credit, f.login, i.* from found f left join lateral (
      select ${itemColumns} from ${itemTables} where bi.basket_id = f.id and bi.removed_at is null
    ) i on true
    order by f.id, i.sort_by, i.id`.execute(tx)
  const found = new Map<number, FoundBasket>()
  for (const { basket, version, hasCredit, login, id, ...line } of rows) {
    const one = found.get(basket.id) ?? { basket, version, hasCredit, login, items: [] }
    if (id !== null) one.items.push({ ...line, id })
    found.set(basket.id, one)
  }
  return [...found.values()]
}

const hexOf = (loginDigest: Buffer | null): string => loginDigest?.toString('hex') ?? ''

/** Each caller gets rows of their own, which they may change. */
const copyWithItems = (found: FoundBasket | undefined): BasketWithItems | undefined => {
  if (found === undefined) return undefined
  const { basket, items, version, hasCredit } = found
  return { basket: { ...basket }, items: [...items], version, hasCredit }
}

/** What `findVisitorBasket` and `listItems` find. One query. */
export const visitorBasketWithItems = createBatchedStatement(
  async (tx, uuids: string[]) => {
    const found = await readBaskets(tx, sql`b.uuid = any(${uuids}::uuid[]) and b.customer_id is null`)
    return uuids.map((uuid) => copyWithItems(found.find(({ basket }) => basket.uuid === uuid)))
  },
  { name: 'visitor_baskets_with_items', batchSize: 64, inFlight: 1 },
)

/** What `findOpenBasket` and `listItems` find. One query. */
export const openBasketWithItems = createBatchedStatement(
  async (tx, owners: BasketOwner[]) => {
    const keys = owners.map(({ customerId, loginDigest }) => ({ customerId, login: hexOf(loginDigest) }))
    // Staff leave a basket behind with each log-in, so theirs are told apart here.
    const found = await readBaskets(
      tx,
      sql`b.customer_id = any(${keys.map(({ customerId }) => customerId)}::int[])
        and (b.login_digest is null or encode(b.login_digest, 'hex') = any(${keys.map(({ login }) => login)}::text[]))`,
    )
    return keys.map((key) =>
      copyWithItems(
        found.find(({ basket, login }) => basket.customerId === key.customerId && login === key.login),
      ),
    )
  },
  { name: 'open_baskets_with_items', batchSize: 64, inFlight: 1 },
)

/** The occurrences that the person has bought. */
export const listBookedOccurrences = async (
  tx: Tx,
  personId: number,
  occurrenceIds: number[],
): Promise<number[]> => {
  const rows = await tx
    .selectFrom('hold')
    .select('occurrenceId')
    .where('personId', '=', personId)
    .where('state', '=', sql.lit('confirmed'))
    .where('occurrenceId', 'in', occurrenceIds)
    .execute()
  return rows.map((row) => row.occurrenceId)
}

export const markLapseNotified = async (tx: Tx, itemIds: number[]): Promise<void> => {
  await tx.updateTable('basketItem').set({ lapseNotified: true }).where('id', 'in', itemIds).execute()
}

/** Abandons a payment that waits for the card holder's bank. @returns false when the payment cannot be abandoned */
export const abandonChallenge = async (tx: Tx, basketId: number, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ isOpen: boolean }>`
    select abandon_challenge(${basketId}, ${now}) as is_open`.execute(tx)
  return rows[0]?.isOpen ?? false
}

export const markItemsRemoved = async (tx: Tx, itemIds: number[], now: Date): Promise<void> => {
  await tx
    .updateTable('basketItem')
    .set({ removedAt: now })
    .where('id', 'in', itemIds)
    .where('removedAt', 'is', null)
    .execute()
}

/** Which calls have added a line. */
export const saveAdditions = async (tx: Tx, itemId: number, addedBy: string[]): Promise<void> => {
  await tx.updateTable('basketItem').set({ addedBy }).where('id', '=', itemId).execute()
}

/** A basket of no customer, which no cookie finds. */
export const insertDetachedBasket = async (
  tx: Tx,
  operatorId: number,
  source: 'online-joining' | 'open-booking' | 'booking-move' | 'hire-invoice',
  now: Date,
): Promise<number> => {
  const { id } = await tx
    .insertInto('basket')
    .values({ operatorId, customerId: null, source, createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Saves, before the first pricing, which lines decline benefits and packages, and which membership pays. What a line
 * may use stays undecided until it is priced.
 */
export const saveBenefitChoices = async (
  tx: Tx,
  basketId: number,
  memberId: number | null,
  lines: readonly { place: RequestedItem; applyBenefit: boolean; applyPackage: boolean }[],
): Promise<void> => {
  const choices = lines.map(({ place, applyBenefit, applyPackage }) => ({
    callDigest: place.callDigest,
    wantsBenefit: applyBenefit ? null : false,
    wantsPackage: applyPackage ? null : false,
    memberId,
  }))
  await sql`
    update basket_item bi
      set wants_benefit = w."wantsBenefit", wants_package = w."wantsPackage", member_id = w."memberId"
    from jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) as w (
      "callDigest" text, "wantsBenefit" boolean, "wantsPackage" boolean, "memberId" int
    )
    where bi.basket_id = ${basketId} and bi.removed_at is null and bi.wants_benefit is null
      and w."callDigest" = any(bi.added_by)`.execute(tx)
}

/** Whether the membership belongs to one of these people. */
export const isMembershipOf = async (
  tx: Tx,
  memberId: number,
  customerIds: readonly number[],
): Promise<boolean> => {
  if (customerIds.length === 0) return false
  const member = await tx
    .selectFrom('membershipMember')
    .select('id')
    .where('id', '=', memberId)
    .where('customerId', 'in', [...customerIds])
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return member !== undefined
}

export const changeItem = async (
  tx: Tx,
  id: number,
  change: {
    pricingOptionId: number
    unitPrice: number
    quantity: number
    purchasedForId: number | null
    customerReference: string | null
    forGuest: boolean
  },
): Promise<void> => {
  // What is taken off is worked out anew.
  await tx
    .updateTable('basketItem')
    .set({ ...change, discount: 0 })
    .where('id', '=', id)
    .execute()
}

export const changePersonOfHold = async (tx: Tx, holdId: number, personId: number | null): Promise<void> => {
  await sql`select assign_hold_person(${holdId}, ${personId})`.execute(tx)
}

/** Whether benefit and package are wanted for a line. */
export const setWants = async (
  tx: Tx,
  itemId: number,
  wants: { wantsBenefit: boolean; wantsPackage: boolean },
): Promise<void> => {
  await tx.updateTable('basketItem').set(wants).where('id', '=', itemId).execute()
}

/** Whether another live place of the person overlaps in time with an occurrence. */
export const hasOverlappingPlace = async (
  tx: Tx,
  personId: number,
  occurrenceId: number,
  exceptHoldId: number,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ overlaps: boolean }>`
    select has_conflicting_hold(${personId}, ${occurrenceId}, ${exceptHoldId}, ${now}) as overlaps`.execute(
    tx,
  )
  return rows[0]?.overlaps ?? false
}

/** Locks people in order of id. The order of locks: baskets, people, places. */
export const lockPeople = async (tx: Tx, ids: number[]): Promise<void> => {
  if (ids.length === 0) return
  await tx.selectFrom('customer').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** Changes how many places a line holds: 'ok', or why there are no more. */
export const resizeItem = async (
  tx: Tx,
  itemId: number,
  places: number,
  now: Date,
): Promise<'ok' | 'full' | 'held' | 'cancelled'> => {
  const { rows } = await sql<{ outcome: 'ok' | 'full' | 'held' | 'cancelled' }>`
    select resize_places(${itemId}, ${places}, ${now}) as outcome`.execute(tx)
  return rows[0]?.outcome ?? 'full'
}

export const countRenewal = async (tx: Tx, basketId: number, now: Date): Promise<void> => {
  await tx
    .updateTable('basket')
    .set((eb) => ({ renewalsUsed: eb('renewalsUsed', '+', 1), updatedAt: now }))
    .where('id', '=', basketId)
    .execute()
}

/** Takes customer references off lines, which then cost what they cost the buyer. */
export const clearReferences = async (tx: Tx, itemIds: number[]): Promise<void> => {
  await tx.updateTable('basketItem').set({ customerReference: null }).where('id', 'in', itemIds).execute()
}

/** Makes a visitor's basket the owner's. @returns false when another call has made them one meanwhile */
export const adoptBasket = async (
  tx: Tx,
  basketId: number,
  { customerId, loginDigest }: BasketOwner,
): Promise<boolean> => {
  const { rows } = await sql<{ isAdopted: boolean }>`
    select adopt_basket(${basketId}, ${customerId}, ${loginDigest}::bytea) as is_adopted`.execute(tx)
  return rows[0]?.isAdopted ?? false
}

/** Moves lines to the end of another basket. */
export const moveItems = async (tx: Tx, itemIds: number[], toBasketId: number): Promise<void> => {
  await sql`
    update basket_item bi set basket_id = ${toBasketId},
      sort_by = bi.sort_by + 1 + coalesce((select max(x.sort_by) from basket_item x where x.basket_id = ${toBasketId}), -1)
    where bi.id = any(${itemIds}::int[])`.execute(tx)
  await sql`select move_holds(${itemIds}::int[], ${toBasketId})`.execute(tx)
}

/** Names the attendee of holds that have none. */
export const nameAttendee = async (tx: Tx, holdIds: number[], personId: number): Promise<void> => {
  await sql`select assign_unnamed_holds(${holdIds}::bigint[], ${personId})`.execute(tx)
}

/** Saves whom a line is for, and who will attend. */
export const saveAttendee = async (
  tx: Tx,
  item: { id: number; holdId: number },
  { purchasedForId, personId }: { purchasedForId: number | null; personId: number | null },
): Promise<void> => {
  await tx.updateTable('basketItem').set({ purchasedForId }).where('id', '=', item.id).execute()
  await sql`select assign_hold_person(${item.holdId}, ${personId})`.execute(tx)
}

export const savePricedFor = async (tx: Tx, basketId: number, customerId: number | null): Promise<void> => {
  await tx.updateTable('basket').set({ pricedForId: customerId }).where('id', '=', basketId).execute()
}
