-- Makes the orders of authorised payments together: a list of {"paymentId", "order"}, the order as place_orders reads it.
-- Nothing waits for the lock of a basket or of a payment: one that is locked is left out, as is one that is decided
-- already, or whose order has more to it than rows (reserved credit, benefits, packages, a sale by staff, a session that
-- staff have changed). The caller makes those one by one. Where places are gone the caller undoes the whole.
create or replace function complete_payments(paid jsonb, at_time timestamptz)
returns table (payment_id int, order_id int, basket_uuid text, venue_ids int[], lost jsonb)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  baskets int[];
  payments int[];
  ready jsonb;
  of_basket int;
  amount int;
  moves jsonb := '[]';
begin
  baskets := array(
    select b.id from basket b
      where b.id in (select (p.value->'order'->>'basketId')::int from jsonb_array_elements(paid) p)
      order by b.id for update skip locked
  );
  payments := array(
    select t.id from payment_transaction t
      where t.id in (select (p.value->>'paymentId')::int from jsonb_array_elements(paid) p)
        and t.basket_id = any(baskets) and t.status = 'authorised'
      order by t.id for update skip locked
  );
  select jsonb_agg(p.value->'order') into ready
    from jsonb_array_elements(paid) p join payment_transaction t on t.id = (p.value->>'paymentId')::int
    join basket b on b.id = t.basket_id
    where t.id = any(payments)
      and not exists (select 1 from credit_reservation r where r.basket_id = b.id and r.state = 'reserved')
      and not exists (
        select 1 from jsonb_array_elements(p.value->'order'->'lines') l
          join basket_item bi on bi.id = (l.value->>'itemId')::int
          join occurrence o on o.id = bi.occurrence_id
          where bi.discount > 0 or o.planned_starts_at is not null
            or exists (select 1 from benefit_use u where u.basket_item_id = bi.id and u.state = 'reserved')
            or exists (select 1 from package_use u where u.basket_item_id = bi.id and u.state = 'reserved')
      )
      and not exists (
        select 1 from customer s
          where s.id = b.customer_id and s.role = 'staff' and t.customer_id is distinct from s.id
      );
  if ready is null then
    return;
  end if;
  for order_id, basket_uuid, venue_ids, lost, of_basket in
    select o.order_id, o.basket_uuid, o.venue_ids,
        case when o.order_id is null then coalesce(o.lost, '[]'::jsonb) end, o.basket_id
      from place_orders(ready, at_time) o
  loop
    payment_id := null;
    if order_id is not null then
      select t.id, t.amount into payment_id, amount
        from payment_transaction t where t.basket_id = of_basket and t.id = any(payments);
      moves := moves || jsonb_build_object('id', payment_id, 'to', 'completed', 'orderId', order_id, 'at', at_time,
        'nextAttemptAt', case when amount > 0 then at_time end, 'capturedAt', case when amount = 0 then at_time end);
    end if;
    return next;
  end loop;
  perform move_payments(moves);
end
$$;
