import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/**
 * What is wrong with the books of money, in sentences (I2): what an order says was paid is what the card
 * company has taken, to the penny; nothing is taken without an order or a refund; every place that is bought
 * has its booking.
 */
export const wrongWithMoney = async (db: Tx): Promise<string[]> => {
  const { rows } = await sql<{ wrong: string }>`
    select format('order %s comes to %s and was paid %s', o.id, o.total, coalesce(sum(p.amount), 0)) as wrong
      from customer_order o left join order_payment p on p.order_id = o.id
      group by o.id having o.total <> coalesce(sum(p.amount), 0)
    union all
    select format('order %s comes to %s, its bookings to %s and its penalties to %s', o.id, o.total, b.sum, p.sum)
      from customer_order o
      cross join lateral (select coalesce(sum(price + move_refund), 0) as sum from booking where order_id = o.id) b
      cross join lateral (select coalesce(sum(amount), 0) as sum from penalty where order_id = o.id) p
      where o.total <> b.sum + p.sum and o.source <> 'online-joining'
    union all
    select format('order %s comes to %s and is of %s joinings that come to %s', o.id, o.total, count(j.id), sum(j.joining_fee + j.first_days_price))
      from customer_order o left join joining j on j.order_id = o.id
      where o.source = 'online-joining'
      group by o.id having o.total <> coalesce(sum(j.joining_fee + j.first_days_price), -1)
    union all
    select format('payment %s of %s stands at %s and the company has taken %s', t.uuid, t.amount, t.status, d.captured - d.refunded)
      from payment_transaction t join demo_card_payment d on d.reference = t.provider_reference
      where d.captured - d.refunded <> case when t.status = 'completed' and d.state <> 'authorised' then t.amount - (
          select coalesce(sum(r.amount), 0) from refund r join order_payment p on p.id = r.payment_id
            where p.transaction_id = t.id and r.destination = 'card' and r.status = 'done'
        ) else 0 end
    union all
    select format('payment %s says taken and the company says %s', t.uuid, d.state)
      from payment_transaction t join demo_card_payment d on d.reference = t.provider_reference
      where t.captured_at is not null and d.state <> 'captured' and d.captured <> d.refunded
    union all
    select format('the company has taken %s for %s, which no payment records', d.captured - d.refunded, d.reference)
      from demo_card_payment d
      where d.captured > d.refunded
        and not exists (select 1 from payment_transaction t where t.provider_reference = d.reference)
        and not exists (select 1 from membership_collection c where c.method = 'card' and d.reference like c.key || ':%')
    union all
    select format('payment %s is complete and order %s has not its amount', t.uuid, t.order_id)
      from payment_transaction t
      where t.status = 'completed' and t.amount > 0
        and not exists (select 1 from order_payment p where p.transaction_id = t.id and p.order_id = t.order_id and p.amount = t.amount)
        and not exists (select 1 from hire_payment p where p.transaction_id = t.id and t.order_id is null and p.amount = t.amount)
    union all
    select format('a payment of invoice %s comes to %s, and its shares to %s', p.invoice_id, p.amount, coalesce(sum(s.amount), 0))
      from hire_payment p left join hire_payment_share s on s.payment_id = p.id
      group by p.id having coalesce(sum(s.amount), 0) <> case when p.failed_at is null then p.amount else 0 end
    union all
    select format('line %s of invoice %s comes to %s and was paid %s', n.position, n.invoice_id, n.amount, sum(s.amount))
      from hire_invoice_line n join hire_payment_share s on s.invoice_id = n.invoice_id and s.position = n.position
      group by n.invoice_id, n.position having sum(s.amount) not between least(n.amount, 0) and greatest(n.amount, 0)
    union all
    select format('hold %s is bought and has no booking', h.id)
      from hold h where h.state = 'confirmed' and not exists (select 1 from booking b where b.hold_id = h.id)
    union all
    select format('booking %s has a hold that is %s', b.id, h.state)
      from booking b join hold h on h.id = b.hold_id where b.status = 'booked' and h.state <> 'confirmed'
    union all
    select format('basket %s is %s and has %s orders, moves and invoices', b.id, b.status, count(distinct o.id) + count(distinct m.id) + count(distinct h.id))
      from basket b left join customer_order o on o.basket_id = b.id
      left join booking_move m on m.basket_id = b.id and m.status = 'moved'
      left join payment_transaction t on t.basket_id = b.id left join hire_payment h on h.transaction_id = t.id
      group by b.id having (b.status = 'paymentComplete') <> (count(distinct o.id) + count(distinct m.id) + count(distinct h.id) = 1)
    union all
    select format('move %s of %s is %s and %s was paid for it', m.id, m.surcharge, m.status, coalesce(sum(p.amount), 0))
      from booking_move m join booking b on b.id = m.booking_id
      left join payment_transaction t on t.basket_id = m.basket_id and t.status = 'completed'
      left join order_payment p on p.transaction_id = t.id and p.order_id = b.order_id
      group by m.id
      having coalesce(sum(p.amount), 0) <> case m.status when 'moved' then m.surcharge else 0 end
    union all
    select format('order %s has %s confirmations', o.id, count(n.id))
      from customer_order o left join notice n on n.kind in ('booking_confirmed', 'membership_joined', 'plan_changed') and n.about = 'order:' || o.id
      where o.email is not null group by o.id having count(n.id) <> 1`.execute(db)
  return rows.map((row) => row.wrong)
}

/** What is left open although every payment has come to its end: money set aside, baskets that cannot be changed. */
export const leftOpen = async (db: Tx): Promise<string[]> => {
  const { rows } = await sql<{ wrong: string }>`
    select format('the company still has %s at %s', d.reference, d.state) as wrong
      from demo_card_payment d where d.state in ('challenge', 'pending', 'authorised')
    union all
    select format('payment %s stands at %s', t.uuid, t.status) from payment_transaction t
      where t.status in ('started', 'challenge', 'pending', 'authorised', 'voiding')
        or (t.status = 'completed' and t.captured_at is null)
    union all
    select format('basket %s is still being paid', b.id) from basket b where b.status = 'paymentProcessing'
    union all
    select format('payment %s was let go for want of a place without a notice to the customer', t.uuid) from payment_transaction t
      where t.status in ('voided', 'refunded')
        and not exists (select 1 from notice n where n.kind = 'payment_voided' and n.about = 'payment:' || t.uuid)`.execute(
    db,
  )
  return rows.map((row) => row.wrong)
}
