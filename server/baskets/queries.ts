import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { createSharedRead } from '#server/platform/batcher.ts'
import type { BasketNoticeRow, BasketRow } from '#server/baskets/rows/queries.ts'
import type { Tx } from '#server/platform/database.ts'
import type { OptionOnOffer } from '#server/pricing/options/rules.ts'
import type { Applied, Available } from '#server/pricing/rules.ts'
import type { WaiverNeed } from '#server/waivers/rules.ts'

/** A line of a basket, with everything that is displayed of it. Amounts are pence, instants UTC. */
export type ItemRow = {
  id: number
  basketId: number
  sortBy: number
  idForm: 'v1' | 'v2'
  quantity: number
  unitPrice: number
  pricingOptionId: number
  purchasedForId: number | null
  customerReference: string | null
  /** For people without an account. */
  forGuest: boolean
  lapseNotified: boolean
  /** Digests of the calls that added its tickets. */
  addedBy: string[]
  holdId: number
  holdState: 'held' | 'confirmed' | 'released' | 'expired'
  heldUntil: Date | null
  /** When its hold began; renewals prolong a hold. */
  heldSince: Date
  places: number
  occurrenceId: number
  publicId: string
  compositeKey: string
  startsAt: Date
  endsAt: Date
  localDate: string
  occurrenceStatus: 'scheduled' | 'cancelled' | 'withdrawn'
  /** Its venue is open, and neither its activity nor its ticket is withdrawn. */
  isOffered: boolean
  name: string
  band: string
  activityId: number
  activitySlug: string
  activityName: string
  kind: 'classes' | 'courts' | 'tickets'
  vatRate: number
  allowsAnonymousBookings: boolean
  printReceipt: boolean
  preBookingNotice: string | null
  ageMin: number | null
  ageMax: number | null
  venueId: number
  venueSlug: string
  venueName: string
  timezone: string
  locationId: number
  locationSlug: string
  locationName: string
  ticketTypeId: number | null
  ticketPublicId: string | null
  ticketName: string | null
  ticketPlaces: number | null
  maxQuantity: number | null
  ticketAgeMin: number | null
  ticketAgeMax: number | null
  options: OptionOnOffer[]
  /** Somebody of the line shows at the desk that they are of the age its price is for. */
  asksProofOfAge: boolean
  /** Pence that a benefit or a package takes off the line. */
  discount: number
  /** The membership to use, where the customer has named one. */
  memberId: number | null
  /** null: not decided yet; a call that applies defaults sets it. */
  wantsBenefit: boolean | null
  wantsPackage: boolean | null
  /** The benefit or the visits reserved for it. */
  applied: (Applied & { useId: number }) | null
  /** What could pay for it; null until it has been priced. */
  availableBenefit: Available | null
  availablePackage: Available | null
  /** Who will attend, with their names; null while that is not known. */
  personId: number | null
  personFirstName: string | null
  personLastName: string | null
  allowsOverlap: boolean
  lastBookableMinutes: number
  induction: { id: number; name: string } | null
  membersOnly: boolean
  weeklyLimit: number | null
  /** The waivers it needs (server/waivers/rules.ts). */
  waiverNeeds: WaiverNeed[]
  /** Required questions without an answer. */
  questionsOpen: number
  /** Optional questions without an answer. */
  questionsOptional: number
}

/** The lines of a basket in order, live and lapsed ones. One query. */
export const listItems = (tx: Tx, basketId: number): Promise<ItemRow[]> => itemsOf(tx, basketId)

const itemColumns = sql`
  bi.id, bi.basket_id, bi.sort_by, bi.id_form, bi.quantity, bi.unit_price, bi.pricing_option_id,
    bi.purchased_for_id, bi.customer_reference, bi.for_guest, bi.lapse_notified, bi.added_by, bi.hold_id, h.state as hold_state, h.held_until,
    h.created_at as held_since,
    h.places, o.id as occurrence_id, o.public_id, o.composite_key, o.starts_at, o.ends_at, o.local_date,
    o.status as occurrence_status, v.status = 'open' and not a.withdrawn and t.withdrawn is not true as is_offered, o.name, o.band, a.id as activity_id, a.slug as activity_slug,
    a.name as activity_name, a.kind, a.vat_rate, a.allows_anonymous_bookings, a.print_receipt,
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

/** A basket with its lines and its `basket_version`, all as they were at one moment. */
export type BasketWithItems = { basket: BasketRow; items: ItemRow[]; version: string }

type LineOfBasket = Omit<ItemRow, 'id'> & { id: number | null; basket: BasketRow; version: string }

const readBaskets = async (tx: Tx, condition: RawBuilder<unknown>): Promise<BasketWithItems[]> => {
  const { rows } = await sql<LineOfBasket>`
    with found as materialized (
      select b.id, basket_version(b.id) as version, json_build_object('id', b.id, 'uuid', b.uuid,
        'operatorId', b.operator_id, 'customerId', b.customer_id, 'status', b.status,
        'renewalsUsed', b.renewals_used, 'notices', b.notices, 'pricedForId', b.priced_for_id) as basket
      from basket b where ${condition} and b.status <> 'paymentComplete'
    )
    select f.basket, f.version, i.* from found f left join lateral (
      select ${itemColumns} from ${itemTables} where bi.basket_id = f.id and bi.removed_at is null
    ) i on true
    order by f.id, i.sort_by, i.id`.execute(tx)
  const found = new Map<number, BasketWithItems>()
  for (const { basket, version, id, ...line } of rows) {
    const one = found.get(basket.id) ?? { basket, version, items: [] }
    if (id !== null) one.items.push({ ...line, id })
    found.set(basket.id, one)
  }
  return [...found.values()]
}

/** Each caller gets rows of their own, which they may change. */
const copyOf = (found: BasketWithItems | undefined): BasketWithItems | undefined =>
  found === undefined ? undefined : { ...found, basket: { ...found.basket }, items: [...found.items] }

/** What `findVisitorBasket` and `listItems` find. One query. */
export const visitorBasketWithItems = createSharedRead(
  async (tx, uuids: string[]) => {
    const found = await readBaskets(tx, sql`b.uuid = any(${uuids}::uuid[]) and b.customer_id is null`)
    return uuids.map((uuid) => copyOf(found.find(({ basket }) => basket.uuid === uuid)))
  },
  { name: 'visitor_baskets_with_items', batchSize: 64, inFlight: 1 },
)

/** What `findOpenBasket` and `listItems` find. One query. */
export const openBasketWithItems = createSharedRead(
  async (tx, customerIds: number[]) => {
    const found = await readBaskets(tx, sql`b.customer_id = any(${customerIds}::int[])`)
    return customerIds.map((id) => copyOf(found.find(({ basket }) => basket.customerId === id)))
  },
  { name: 'open_baskets_with_items', batchSize: 64, inFlight: 1 },
)

const itemsOf = createSharedRead(listItemsOfBaskets, { name: 'basket_items', batchSize: 64, inFlight: 1 })

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

export const saveNotices = async (tx: Tx, basketId: number, notices: BasketNoticeRow[]): Promise<void> => {
  await sql`update basket set notices = ${JSON.stringify(notices)}::jsonb where id = ${basketId}`.execute(tx)
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
  source: 'online-joining' | 'open-booking' | 'booking-move',
  now: Date,
): Promise<number> => {
  const { id } = await tx
    .insertInto('basket')
    .values({ operatorId, customerId: null, source, createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
