import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Says of lines just added what is wanted for them, before anybody looks for it. */
export const setWantsOfNew = async (
  tx: Tx,
  basketId: number,
  lines: readonly {
    occurrenceId: number
    ticketTypeId: number | null
    pricingOptionId: number
    purchasedForId: number | null
    wantsBenefit: boolean
    wantsPackage: boolean
    memberId: number | null
  }[],
): Promise<void> => {
  await sql`
    update basket_item bi
      set wants_benefit = w."wantsBenefit", wants_package = w."wantsPackage", member_id = w."memberId"
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as w (
      "occurrenceId" int, "ticketTypeId" int, "pricingOptionId" int, "purchasedForId" int, "wantsBenefit" boolean,
      "wantsPackage" boolean, "memberId" int
    )
    where bi.basket_id = ${basketId} and bi.removed_at is null and bi.wants_benefit is null
      and bi.occurrence_id = w."occurrenceId" and bi.ticket_type_id is not distinct from w."ticketTypeId"
      and (bi.ticket_type_id is null or bi.pricing_option_id = w."pricingOptionId")
      and bi.purchased_for_id is not distinct from w."purchasedForId"`.execute(tx)
}

/** Whether this is the number of a member who is one of these people. */
export const isMemberAmong = async (
  tx: Tx,
  memberId: number,
  customerIds: readonly number[],
): Promise<boolean> => {
  if (customerIds.length === 0) return false
  const found = await tx
    .selectFrom('membershipMember')
    .select('id')
    .where('id', '=', memberId)
    .where('customerId', 'in', [...customerIds])
    .executeTakeFirst()
  return found !== undefined
}
