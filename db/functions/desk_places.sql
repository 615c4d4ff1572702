-- Places that the desk keeps are holds of block bookings that nobody online can take. The desk sells them once there are
-- no others; when what was sold so ends, they are kept again (end_holds). A basket of the desk belongs to a log-in of staff.

-- The hold that keeps enough places for a basket of the desk to have so many of an occurrence, or null. The caller holds
-- the locks of the occurrence and of its floor, and no lapsed hold is in the way (check_availability).
create or replace function find_desk_hold(of_occurrence int, of_basket int, wanted int, at_time timestamptz) returns bigint
language sql stable as $$
  select h.id from occurrence o join live_holds(at_time) h on h.occurrence_id = o.id and h.state = 'held'
    where o.id = of_occurrence and h.block_booking_id is not null and h.places > 0
      and o.places_taken + wanted - h.places <= o.capacity
      and exists (select 1 from basket b where b.id = of_basket and b.login_digest is not null)
    order by h.id limit 1
$$;

-- Holds places for a basket of the desk as create_holds does, as many as are missing out of those that a hold keeps.
create or replace function take_from_desk(of_hold bigint, wanted jsonb, at_time timestamptz) returns bigint
language plpgsql as $$
declare
  of_occurrence int := (wanted->>'occurrenceId')::int;
  missing int;
  new_hold bigint;
  guard text;
begin
  select greatest(o.places_taken + (wanted->>'places')::int - o.capacity, 0) into missing
    from occurrence o where o.id = of_occurrence;
  guard := open_reservation_guard();
  perform set_config('onside.retaking', of_occurrence::text, true);
  update hold h set places = h.places - missing where h.id = of_hold;
  update occurrence o set places_taken = o.places_taken - missing where o.id = of_occurrence;
  perform set_config('onside.retaking', '', true);
  -- A court has one place, and its floor goes with it.
  delete from space_claim c where c.hold_id = of_hold;
  guard := close_reservation_guard();
  new_hold := (create_holds(jsonb_build_array(wanted), at_time))[1];
  guard := open_reservation_guard();
  update hold h set desk_hold_id = of_hold, desk_places = missing where h.id = new_hold and missing > 0;
  guard := close_reservation_guard();
  return new_hold;
end
$$;
