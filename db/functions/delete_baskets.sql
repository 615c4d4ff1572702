-- Deletes abandoned baskets with their lines and ended holds. The caller has checked that none of their holds is live
-- and that no order, payment or credit refers to them.
create or replace function delete_baskets(basket_ids int[], at_time timestamptz) returns void
language plpgsql as $$
declare
  item_ids int[] := array(select bi.id from basket_item bi where bi.basket_id = any(basket_ids));
  guard text;
begin
  delete from partner_order p where p.basket_id = any(basket_ids);
  perform forget_lines(item_ids, at_time);
  delete from booking_move m where m.basket_id = any(basket_ids);
  delete from hire_invoice_basket i where i.basket_id = any(basket_ids);
  delete from benefit_use u where u.basket_item_id = any(item_ids);
  delete from package_use u where u.basket_item_id = any(item_ids);
  delete from basket_item bi where bi.basket_id = any(basket_ids);
  delete from basket_penalty p where p.basket_id = any(basket_ids);
  delete from attendee t where t.basket_id = any(basket_ids) and t.customer_id is null;
  update attendee t set basket_id = null where t.basket_id = any(basket_ids);
  guard := open_reservation_guard();
  delete from hold h where h.basket_id = any(basket_ids);
  guard := close_reservation_guard();
  delete from basket b where b.id = any(basket_ids);
end
$$;

-- Deletes what was answered and signed for lines of baskets. What was signed for longer stays with the person.
create or replace function forget_lines(item_ids int[], at_time timestamptz) returns void
language plpgsql as $$
begin
  delete from booking_answer a where a.basket_item_id = any(item_ids);
  update waiver w set basket_item_id = null
    where w.basket_item_id = any(item_ids) and w.valid_until >= at_time::date;
  delete from waiver w where w.basket_item_id = any(item_ids);
end
$$;

-- Takes the person from the holds of orders that are made anonymous: of their bookings, the times that these had before
-- they moved, and those that were held for moves.
create or replace function forget_hold_people(order_ids int[]) returns void
language plpgsql as $$
declare
  guard text := open_reservation_guard();
begin
  update hold h set person_id = null
    where h.person_id is not null and h.basket_id in (
      select o.basket_id from customer_order o where o.id = any(order_ids)
      union select m.basket_id from booking b join booking_move m on m.booking_id = b.id
        where b.order_id = any(order_ids)
    );
  guard := close_reservation_guard();
end
$$;
