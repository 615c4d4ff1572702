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
    or old.occurrence_id is distinct from new.occurrence_id
    or old.customer_notice is distinct from new.customer_notice)
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
    or old.name is distinct from new.name or old.location_id is distinct from new.location_id
    or old.meeting_point is distinct from new.meeting_point or old.join_link is distinct from new.join_link)
  execute function record_partner_logistics_change();

-- A venue with another name or address, or a room with another name, of sessions to come.
create or replace function record_partner_venue_change() returns trigger
language plpgsql as $$
begin
  insert into partner_order_change (order_id)
    select distinct p.order_id from occurrence o
      join booking b on b.occurrence_id = o.id and b.status = 'booked'
      join partner_order p on p.order_id = b.order_id
      where o.venue_id = new.id and o.local_date >= current_date - 1;
  return null;
end
$$;

create or replace trigger partner_venue_changed after update on venue for each row
  when ((old.name, old.address_line_one, old.town, old.region, old.postcode, old.lat, old.lng)
    is distinct from (new.name, new.address_line_one, new.town, new.region, new.postcode, new.lat, new.lng))
  execute function record_partner_venue_change();

create or replace function record_partner_room_change() returns trigger
language plpgsql as $$
begin
  insert into partner_order_change (order_id)
    select distinct p.order_id from occurrence o
      join booking b on b.occurrence_id = o.id and b.status = 'booked'
      join partner_order p on p.order_id = b.order_id
      where o.venue_id = new.venue_id and o.location_id = new.id and o.local_date >= current_date - 1;
  return null;
end
$$;

create or replace trigger partner_room_changed after update on location for each row
  when (old.name is distinct from new.name) execute function record_partner_room_change();

-- Another link to join online, of sessions to come that have none of their own.
create or replace function record_partner_activity_change() returns trigger
language plpgsql as $$
begin
  insert into partner_order_change (order_id)
    select distinct p.order_id from occurrence o
      join booking b on b.occurrence_id = o.id and b.status = 'booked'
      join partner_order p on p.order_id = b.order_id
      where o.activity_id = new.id and o.join_link is null and o.local_date >= current_date - 1;
  return null;
end
$$;

create or replace trigger partner_activity_changed after update on activity for each row
  when (old.join_link is distinct from new.join_link) execute function record_partner_activity_change();
