import { sql } from 'kysely'
import type { VisitPackage } from '#contract/packages.ts'
import { localDay } from '#contract/time.ts'
import type { Tx } from '#server/platform/database.ts'

const order: readonly VisitPackage['status'][] = ['active', 'used', 'expired']

/** A customer's packages: usable ones first, then newest first. */
export const listPackages = async (tx: Tx, customerId: number, now: Date): Promise<VisitPackage[]> =>
  (await packagesOf(tx, customerId))
    .map(({ timezone, ...row }) => ({ ...row, status: packageStatus(row, localDay(now, timezone)) }))
    .toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))

/** The status of a package on a calendar day; `expiresOn` is its last usable day. */
export const packageStatus = (
  { usesLeft, expiresOn }: { usesLeft: number; expiresOn: string },
  today: string,
): VisitPackage['status'] => (usesLeft <= 0 ? 'used' : expiresOn < today ? 'expired' : 'active')

type PackageRow = {
  id: number
  name: string
  totalUses: number
  /** Uses reserved for basket lines are included. */
  usesLeft: number
  boughtOn: string
  expiresOn: string
  timezone: string
  validFor: string[]
  activityNames: string[]
  usages: { bookingId: number | null; name: string; usedOn: string }[]
}

/** A customer's packages, newest first, in one query. */
const packagesOf = async (tx: Tx, customerId: number): Promise<PackageRow[]> => {
  const { rows } = await sql<PackageRow>`
    select p.id, pp.name, p.total_uses, p.bought_on, p.expires_on, op.timezone,
      (p.uses_left + coalesce((
        select sum(u.visits) from package_use u where u.package_id = p.id and u.state = 'reserved'
      ), 0))::int as uses_left,
      array(
        select distinct a.slug from package_activity pa join activity a on a.id = pa.activity_id
        where pa.product_id = pp.id order by a.slug
      ) as valid_for,
      array(
        select distinct a.name from package_activity pa join activity a on a.id = pa.activity_id
        where pa.product_id = pp.id order by a.name
      ) as activity_names,
      (select coalesce(json_agg(json_build_object('bookingId', u.booking_id,
          'name', coalesce((select o.name from booking b join occurrence o on o.id = b.occurrence_id where b.id = u.booking_id),
            u.name), 'usedOn', u.used_on)
          order by u.used_on desc, u.id desc, n), '[]'::json)
        from package_use u, generate_series(1, u.visits) n
        where u.package_id = p.id and u.state = 'used') as usages
    from package p
    join package_product pp on pp.id = p.product_id
    join operator op on op.id = p.operator_id
    where p.customer_id = ${customerId}
    order by p.bought_on desc, p.id desc`.execute(tx)
  return rows
}
