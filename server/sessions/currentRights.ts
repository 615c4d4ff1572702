import type { Right } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { rightsOf } from '#server/platform/rights.ts'
import { currentRoles } from './rules.ts'
import { rolesOf } from './sql/roles.ts'

/** What a person may do now, and where; nothing where they are no member of staff, or none any more. */
export const readCurrentRights = async (tx: Tx, customerId: number, now: Date): Promise<Right[]> =>
  rightsOf(currentRoles(await rolesOf(tx, customerId), now))
