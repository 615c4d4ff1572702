import type { VisitPackage } from '#contract/packages.ts'
import type { Tx } from '#server/platform/database.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { packagesOf } from './queries.ts'
import { packageStatus } from './rules.ts'

const order: readonly VisitPackage['status'][] = ['active', 'used', 'expired']

/** A customer's packages: usable ones first, then newest first. */
export const listPackages = async (tx: Tx, customerId: number, now: Date): Promise<VisitPackage[]> =>
  (await packagesOf(tx, customerId))
    .map(({ timezone, ...row }) => ({ ...row, status: packageStatus(row, dayOf(now, timezone)) }))
    .toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
