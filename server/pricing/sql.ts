import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { HeldPackage, ListedOption, Member } from './rules.ts'

/** Counts the uses of a line on another day. */
export const setDayOfUses = async (tx: Tx, itemId: number, day: string): Promise<void> => {
  await sql`
    update benefit_use set counted_on = ${day} where basket_item_id = ${itemId} and state <> 'returned'`.execute(
    tx,
  )
  await sql`
    update package_use set used_on = ${day} where basket_item_id = ${itemId} and state <> 'returned'`.execute(
    tx,
  )
}

type SessionOnSale = {
  venueId: number
  activityId: number
  activitySlug: string
  localDate: string
  timezone: string
  name: string
  band: string
  options: ListedOption[]
  tickets: { id: number; publicId: string; name: string; places: number }[]
}

/** Whether any line of an occurrence, held or booked, uses the customer reference; not counting one line or basket. */
export const isReferenceInUse = async (
  tx: Tx,
  use: {
    occurrenceId: number
    reference: string
    exceptItemId: number | null
    exceptBasketId: number | null
  },
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ isInUse: boolean }>`
    select exists (
      select 1 from basket_item i join live_holds(${now}) h on h.id = i.hold_id
      where i.occurrence_id = ${use.occurrenceId} and i.customer_reference is not null
        and i.customer_reference = ${use.reference}
        and i.id is distinct from ${use.exceptItemId}::int and i.basket_id is distinct from ${use.exceptBasketId}::int) as is_in_use`.execute(
    tx,
  )
  return rows[0]?.isInUse ?? false
}

/** The session with this id, in either form, at a venue. */
export const sessionOnSale = async (
  tx: Tx,
  operatorId: number,
  venueSlug: string,
  id: number | string,
): Promise<SessionOnSale | undefined> => {
  const { rows } = await sql<SessionOnSale>`
    select o.venue_id, a.id as activity_id, a.slug as activity_slug, o.local_date, v.timezone, o.name, o.band,
      offer.options,
      (select coalesce(json_agg(json_build_object('id', t.id, 'publicId', t.public_id, 'name', t.name,
          'places', t.places) order by t.position, t.id), '[]'::json)
        from ticket_type t where t.activity_id = a.id and not t.withdrawn) as tickets
    from occurrence o
    join activity a on a.id = o.activity_id
    join activity_on_offer offer on offer.activity_id = a.id
    join venue v on v.id = o.venue_id
    where v.operator_id = ${operatorId} and v.slug = ${venueSlug} and v.status = 'open' and o.status = 'scheduled'
      and ${typeof id === 'number' ? sql`o.id = ${id}` : sql`o.public_id = ${id}`}`.execute(tx)
  return rows[0]
}

/** Which customers, activities and days to read wallets for. */
type WalletScope = {
  personIds: readonly number[]
  activityIds: readonly number[]
  from: string
  to: string
}

type WalletRow = {
  personId: number
  dateOfBirth: string | null
  members: Member[]
  packages: HeldPackage[]
}

/** A use counts while its line holds its place. A lapsed one is available, released or not. */
const isHeld = sql`bi.removed_at is null and h.id is not null`

/** Memberships and packages of customers that could change a price. One query. */
export const listWallets = async (
  tx: Tx,
  { personIds, activityIds, from, to }: WalletScope,
  now: Date,
): Promise<WalletRow[]> => {
  if (personIds.length === 0) return []
  const activities = sql`${activityIds}::int[]`
  const { rows } = await sql<WalletRow>`
    select c.id as person_id, c.date_of_birth,
      (select coalesce(json_agg(json_build_object(
          'id', mm.id, 'planName', p.name, 'status', m.status, 'startsOn', m.starts_on, 'endsOn', m.ends_on,
          'frozenFrom', m.frozen_from, 'frozenUntil', m.frozen_until,
          'venueIds', array(select pv.venue_id from membership_plan_venue pv where pv.plan_id = p.id),
          'benefits', (
            select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'kind', b.kind,
                'percentOff', b.percent_off, 'fixedPrice', b.fixed_price, 'allowance', b.allowance,
                'allowancePeriod', b.allowance_period, 'activityIds', case when b.covers_all then null else array(
                  select ba.activity_id from benefit_activity ba
                  where ba.benefit_id = b.id and ba.activity_id = any(${activities})
                ) end) order by b.position, b.id), '[]'::json)
            from benefit b
            where b.plan_id = p.id and not b.withdrawn and (b.covers_all or exists (
              select 1 from benefit_activity ba where ba.benefit_id = b.id and ba.activity_id = any(${activities})
            ))
          ),
          'uses', (
            select coalesce(json_agg(json_build_object('benefitId', u.benefit_id, 'itemId', u.basket_item_id,
                'day', u.counted_on, 'occurrenceId', case when bi.customer_reference is null
                    or b.customer_id = mm.customer_id or exists (
                      select 1 from linked_customer l
                      where l.customer_id = b.customer_id and l.linked_id = mm.customer_id
                    ) then bi.occurrence_id end)), '[]'::json)
            from benefit_use u
            join basket_item bi on bi.id = u.basket_item_id
            join basket b on b.id = bi.basket_id
            left join live_holds(${now}) h on h.id = bi.hold_id
            where u.member_id = mm.id and u.counted_on between ${from} and ${to}
              and (u.state = 'used' or (u.state = 'reserved' and ${isHeld}))
          )) order by mm.id), '[]'::json)
        from membership_member mm
        join membership m on m.id = mm.membership_id
        join membership_plan p on p.id = m.plan_id
        where mm.customer_id = c.id and mm.removed_at is null and m.status not in ('awaiting_payment', 'ended')
          and m.starts_on <= ${to} and (m.ends_on is null or m.ends_on >= ${from})) as members,
      (select coalesce(json_agg(json_build_object(
          'id', k.id, 'name', pp.name, 'boughtOn', k.bought_on, 'expiresOn', k.expires_on,
          'left', k.uses_left + reserved.lapsed, 'reserved', reserved.lines,
          'activityIds', array(
            select pa.activity_id from package_activity pa
            where pa.product_id = pp.id and pa.activity_id = any(${activities})
          )) order by k.expires_on, k.id), '[]'::json)
        from package k
        join package_product pp on pp.id = k.product_id
        cross join lateral (
          select coalesce(sum(u.visits) filter (where not (${isHeld})), 0) as lapsed,
            coalesce(json_agg(json_build_object('itemId', bi.id, 'visits', u.visits)) filter (where ${isHeld}),
              '[]'::json) as lines
          from package_use u
          join basket_item bi on bi.id = u.basket_item_id
          left join live_holds(${now}) h on h.id = bi.hold_id
          where u.package_id = k.id and u.state = 'reserved'
        ) reserved
        where k.customer_id = c.id and k.bought_on <= ${to} and k.expires_on >= ${from}
          and exists (
            select 1 from package_activity pa where pa.product_id = pp.id and pa.activity_id = any(${activities})
          )) as packages
    from customer c where c.id = any(${personIds}::int[])`.execute(tx)
  return rows
}

/** An operator's customers with these references. */
export const listCustomersByReference = async (
  tx: Tx,
  operatorId: number,
  references: readonly string[],
): Promise<{ id: number; reference: string }[]> => {
  if (references.length === 0) return []
  return tx
    .selectFrom('customer')
    .select(['id', 'reference'])
    .where('operatorId', '=', operatorId)
    .where('reference', 'in', [...references])
    .execute()
}

/**
 * Locks members, then packages, each in order of id, so that their uses cannot change until the end of the
 * transaction; and ends the lapsed uses among them.
 */
export const lockUses = async (
  tx: Tx,
  { memberIds, packageIds }: { memberIds: readonly number[]; packageIds: readonly number[] },
  now: Date,
): Promise<void> => {
  await sql`
    select 1 from membership_member where id = any(${memberIds}::int[]) order by id for no key update`.execute(
    tx,
  )
  await sql`select 1 from package where id = any(${packageIds}::int[]) order by id for no key update`.execute(
    tx,
  )
  await sql`
    update benefit_use u set state = 'returned', ended_at = ${now}
    from basket_item bi left join live_holds(${now}) h on h.id = bi.hold_id
    where u.member_id = any(${memberIds}::int[]) and u.state = 'reserved' and bi.id = u.basket_item_id
      and not (${isHeld})`.execute(tx)
  await sql`
    with back as (
      update package_use u set state = 'returned', ended_at = ${now}
      from basket_item bi left join live_holds(${now}) h on h.id = bi.hold_id
      where u.package_id = any(${packageIds}::int[]) and u.state = 'reserved' and bi.id = u.basket_item_id
        and not (${isHeld})
      returning u.package_id, u.visits
    )
    update package p set uses_left = p.uses_left + b.visits
    from (select package_id, sum(visits)::int as visits from back group by package_id) b
    where p.id = b.package_id`.execute(tx)
}

/** Reserves a benefit for a line. The caller holds the lock of the member. */
export const reserveBenefit = async (
  tx: Tx,
  use: { benefitId: number; memberId: number; basketItemId: number; countedOn: string },
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('benefitUse')
    .values({ ...use, createdAt: now })
    .execute()
}

/** Reserves visits for a line. The caller holds the lock of the package. */
export const reserveVisits = async (
  tx: Tx,
  use: { packageId: number; basketItemId: number; name: string; usedOn: string; visits: number },
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('packageUse')
    .values({ ...use, createdAt: now })
    .execute()
  await tx
    .updateTable('package')
    .set((eb) => ({ usesLeft: eb('usesLeft', '-', use.visits) }))
    .where('id', '=', use.packageId)
    .execute()
}

export const setPrice = async (
  tx: Tx,
  itemId: number,
  price: { pricingOptionId: number; unitPrice: number; discount: number },
): Promise<void> => {
  await tx.updateTable('basketItem').set(price).where('id', '=', itemId).execute()
}

/** Turns the reservations of bought lines into uses. @returns the lines that had any */
export const turnIntoUses = async (tx: Tx, itemIds: readonly number[], now: Date): Promise<number[]> => {
  const { rows } = await sql<{ itemId: number }>`
    with benefits as (
      update benefit_use u set state = 'used', ended_at = ${now}, booking_id = b.id
      from booking b where b.basket_item_id = u.basket_item_id
        and u.basket_item_id = any(${itemIds}::int[]) and u.state = 'reserved'
      returning u.basket_item_id
    ), visits as (
      update package_use u set state = 'used', ended_at = ${now}, booking_id = b.id
      from booking b where b.basket_item_id = u.basket_item_id
        and u.basket_item_id = any(${itemIds}::int[]) and u.state = 'reserved'
      returning u.basket_item_id
    )
    select basket_item_id as item_id from benefits union all select basket_item_id from visits`.execute(tx)
  return rows.map(({ itemId }) => itemId)
}

/** Lines that cost less than their list price. */
export const listDiscounted = async (tx: Tx, itemIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from basket_item where id = any(${itemIds}::int[]) and discount > 0`.execute(tx)
  return rows.map(({ id }) => id)
}
