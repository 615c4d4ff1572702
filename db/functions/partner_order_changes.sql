-- Notes which orders of booking partners the orders feed may have to show differently (docs/decisions/0026-partner-orders.md).
create or replace function record_partner_booking_change() returns trigger
language plpgsql as $$
begin
  insert into partner_order_change (order_id) select p.order_id from partner_order p where p.order_id = new.order_id;
  return null;
end
$$;

create or replace trigger partner_order_changed after update on booking for each row
  when (old.status is distinct from new.status or old.access_code is distinct from new.access_code
    or old.occurrence_id is distinct from new.occurrence_id)
  execute function record_partner_booking_change();

-- A session that is at another time, in another room or called something else.
create or replace function record_partner_logistics_change() returns trigger
language plpgsql as $$
begin
  insert into partner_order_change (order_id)
    select distinct p.order_id from booking b join partner_order p on p.order_id = b.order_id
    where b.occurrence_id = new.id and b.status = 'booked';
  return null;
end
$$;

create or replace trigger partner_logistics_changed after update on occurrence for each row
  when (old.starts_at is distinct from new.starts_at or old.ends_at is distinct from new.ends_at
    or old.name is distinct from new.name or old.location_id is distinct from new.location_id)
  execute function record_partner_logistics_change();
