import type { Tx } from '#server/platform/database.ts'

/** Makes these the members of memberships; existing members keep their number. @returns how many are new */
export const insertMembers = async (
  tx: Tx,
  members: readonly { membershipId: number; customerId: number }[],
): Promise<number> => {
  if (members.length === 0) return 0
  const made = await tx
    .insertInto('membershipMember')
    .values([...members])
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return made.length
}

/** Visits of packages from before they were kept here. */
export const insertPastVisits = async (
  tx: Tx,
  visits: readonly { packageId: number; usedOn: string; name: string; createdAt: Date }[],
): Promise<void> => {
  if (visits.length === 0) return
  await tx
    .insertInto('packageUse')
    .values(visits.map((visit) => ({ ...visit, state: 'used' as const })))
    .execute()
}

/** Memberships that are frozen until something owed is paid, by their number. */
export const frozenMembershipReferences = async (tx: Tx, operatorId: number): Promise<Set<string>> => {
  const found = await tx
    .selectFrom('membership')
    .select('reference')
    .where('operatorId', '=', operatorId)
    .where('status', '=', 'frozen')
    .execute()
  return new Set(found.map(({ reference }) => reference))
}
