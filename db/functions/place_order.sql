-- Makes the order of one basket, as place_orders does.
create or replace function place_order(new_order jsonb, at_time timestamptz)
returns table (order_id int, basket_uuid text, lost jsonb, venue_ids int[], payment_ids int[], has_uses boolean,
  is_sold_by_staff boolean)
language sql as $$
  select p.order_id, p.basket_uuid, p.lost, p.venue_ids, p.payment_ids, p.has_uses, p.is_sold_by_staff
    from place_orders(jsonb_build_array(new_order), at_time) p
$$;
