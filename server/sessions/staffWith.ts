import type { Permission } from '#contract/permissions.ts'
import type { Tx } from '#server/platform/database.ts'
import { mayEverywhere, rightsOf } from '#server/platform/rights.ts'
import { currentRoles } from './rules.ts'
import { rolesOfStaff } from './sql/roles.ts'

/** Names of those who may do something at every venue now, besides one of them: so many at most. */
export const namesOfStaffWith = async (
  tx: Tx,
  operatorId: number,
  { permission, besides, most }: { permission: Permission; besides: number | null; most: number },
  now: Date,
): Promise<string[]> =>
  (await rolesOfStaff(tx, operatorId))
    .filter(
      ({ id, roles }) =>
        id !== besides &&
        mayEverywhere({ person: { rights: rightsOf(currentRoles(roles, now)) } }, permission),
    )
    .map(({ name }) => name)
    .slice(0, most)
