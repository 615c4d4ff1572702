-- Refunds to cards that the card company has not paid, of money that it has taken: staff see to them.
create or replace view failed_card_refund as
  select r.id, r.order_id, r.booking_id, r.amount, r.created_at
  from refund r
  join order_payment p on p.id = r.payment_id and p.status <> 'failed'
  where r.destination = 'card' and r.status = 'failed';
