import { sql } from 'kysely'
import type { RequestedItem } from '#server/holds/service.ts'
import { createSharedRead } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'
import type { OptionOnOffer } from '#server/pricing/options/rules.ts'
import type { OnSale } from '#server/timetable/rules.ts'
import type { Needs } from '#server/waivers/eligibility/rules.ts'

/** An occurrence, with everything that decides whether it may be added. */
export type Bookable = OnSale &
  Needs & {
    id: number
    publicId: string
    activityId: number
    venueId: number
    localDate: string
    band: string
    kind: 'classes' | 'courts' | 'tickets'
    allowsOverlap: boolean
    allowsAnonymousBookings: boolean
    options: OptionOnOffer[]
    ticketTypes: TicketType[]
  }

export type TicketType = {
  id: number
  publicId: string
  places: number
  maxQuantity: number | null
  ageMin: number | null
  ageMax: number | null
}

export type BookableIds = { operatorId: number; v1: number[]; v2: string[] }

const listBookables = async (tx: Tx, requests: readonly BookableIds[]): Promise<Bookable[][]> => {
  const [numbers, publicIds] = [requests.flatMap(({ v1 }) => v1), requests.flatMap(({ v2 }) => v2)]
  // Activities are read once, however many of their occurrences concurrent callers ask for.
  const { rows } = await sql<Bookable & { operatorId: number }>`
    with requested as materialized (
      select v.operator_id, o.id, o.public_id, o.venue_id, o.activity_id, o.starts_at, o.ends_at, o.local_date,
        o.status, o.band, v.timezone, v.release_days_visitor as venue_release_days_visitor,
        v.release_days_customer as venue_release_days_customer, v.release_time as venue_release_time
      from occurrence o join venue v on v.id = o.venue_id
      where v.status = 'open' and (o.id = any(${numbers}::int[]) or o.public_id = any(${publicIds}::text[]))
    ), offered as materialized (
      select a.id as activity_id, a.kind, a.allows_overlap, a.allows_anonymous_bookings, a.last_bookable_minutes,
        a.release_days, a.release_time, a.release_minutes, a.age_min, a.age_max, a.weekly_limit,
        offer.options, offer.induction, offer.members_only,
        (select coalesce(json_agg(json_build_object('id', t.id, 'publicId', t.public_id, 'places', t.places,
            'maxQuantity', t.max_quantity, 'ageMin', t.age_min, 'ageMax', t.age_max) order by t.position, t.id), '[]'::json)
          from ticket_type t where t.activity_id = a.id and not t.withdrawn) as ticket_types
      from activity a join activity_on_offer offer on offer.activity_id = a.id
      -- A session of a withdrawn activity goes on for those who have booked it.
      where a.id in (select activity_id from requested) and not a.withdrawn
    )
    select * from requested join offered using (activity_id)`.execute(tx)
  return requests.map((request) =>
    rows.filter(
      (row) =>
        row.operatorId === request.operatorId &&
        (request.v1.includes(row.id) || request.v2.includes(row.publicId)),
    ),
  )
}

/** The occurrences that ids of either form name, as they can be booked. Unknown ids are left out. */
export const findBookables = createSharedRead(listBookables, {
  name: 'bookables',
  batchSize: 64,
  inFlight: 2,
})

/** Whether an id names an occurrence of a venue that sells nothing for now. */
export const isUnderMaintenance = async (
  tx: Tx,
  operatorId: number,
  id: number | string,
): Promise<boolean> => {
  const occurrence = await tx
    .selectFrom('occurrence as o')
    .innerJoin('venue as v', 'v.id', 'o.venueId')
    .select('o.id')
    .where(typeof id === 'number' ? 'o.id' : 'o.publicId', '=', id)
    .where('v.operatorId', '=', operatorId)
    .where('v.status', '=', 'maintenance')
    .executeTakeFirst()
  return occurrence !== undefined
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
