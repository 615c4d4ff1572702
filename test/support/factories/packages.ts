import type { Tx } from '#server/platform/database.ts'
import { firstRow, nextNumber } from './rows.ts'

/** A package of visits to these activities. */
export const aPackage = async (
  db: Tx,
  of: { operatorId: number; customerId: number; activityIds: readonly number[] },
  more: { name?: string; totalUses?: number; usesLeft?: number; boughtOn?: string; expiresOn?: string } = {},
): Promise<{ id: number; name: string }> => {
  const { name = 'Ten swims', totalUses = 10, usesLeft = totalUses, ...days } = more
  const product = await firstRow(
    db
      .insertInto('packageProduct')
      .values({
        operatorId: of.operatorId,
        slug: `package-${nextNumber()}`,
        name,
        uses: totalUses,
        validDays: 180,
      })
      .returning('id')
      .executeTakeFirst(),
  )
  for (const activityId of of.activityIds) {
    await db.insertInto('packageActivity').values({ productId: product.id, activityId }).execute()
  }
  const row = await firstRow(
    db
      .insertInto('package')
      .values({
        operatorId: of.operatorId,
        reference: `QP-${nextNumber()}`,
        productId: product.id,
        customerId: of.customerId,
        totalUses,
        usesLeft,
        boughtOn: '2027-01-10',
        expiresOn: '2027-07-10',
        createdAt: new Date('2027-01-10T00:00:00Z'),
        ...days,
      })
      .returning('id')
      .executeTakeFirst(),
  )
  return { id: row.id, name }
}
