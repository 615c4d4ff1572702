import { sql } from 'kysely'
import type { Json } from '#server/openactive/rules.ts'
import type { Tx } from '#server/platform/database.ts'

/** The place of a partner's order that a booking is. */
export type PartnerPlace = {
  partnerOrderId: number
  number: number
  occurrenceId: number
  places: number
  partner: string
}

export const placeOfBooking = async (
  tx: Tx,
  { bookingId, operatorId }: { bookingId: number; operatorId: number },
): Promise<PartnerPlace | undefined> => {
  const { rows } = await sql<PartnerPlace>`
    select i.partner_order_id, i.number, b.occurrence_id, h.places, partner.name as partner
    from booking b
    join hold h on h.id = b.hold_id
    join partner_order p on p.order_id = b.order_id and p.state = 'order'
    join partner_order_item i on i.partner_order_id = p.id and i.basket_item_id = b.basket_item_id
    join booking_partner partner on partner.id = p.partner_id
    where b.id = ${bookingId} and p.operator_id = ${operatorId}`.execute(tx)
  return rows[0]
}

/** What an item of an order is for from now on. */
export const saveReplaced = async (
  tx: Tx,
  { partnerOrderId, number }: Pick<PartnerPlace, 'partnerOrderId' | 'number'>,
  { orderedItem, customerNotice }: { orderedItem: Json; customerNotice: string },
): Promise<void> => {
  await sql`
    update partner_order_item set item = item || jsonb_build_object('orderedItem', ${JSON.stringify(orderedItem)}::jsonb),
      customer_notice = coalesce(nullif(${customerNotice}, ''), customer_notice)
    where partner_order_id = ${partnerOrderId} and number = ${number}`.execute(tx)
}
