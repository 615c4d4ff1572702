-- Writes a hold of free places (see check_availability): counts them and, of a court, claims its floor. The caller
-- holds the locks of the occurrence and of its floor.
create or replace function create_hold(of_occurrence int, of_basket int, person int, of_entry int, of_block int,
  wanted int, until_time timestamptz, at_time timestamptz) returns bigint
language plpgsql as $$
declare
  guard text := open_reservation_guard();
  new_hold bigint;
begin
  insert into hold (occurrence_id, basket_id, person_id, waitlist_entry_id, block_booking_id, places, state, held_until,
      created_at)
    values (of_occurrence, of_basket, person, of_entry, of_block, wanted,
      case when until_time is null then 'confirmed' else 'held' end, until_time, at_time)
    returning id into new_hold;
  insert into space_claim (space_id, during, hold_id)
    select ls.space_id, time_span(o.starts_at, o.ends_at), new_hold
    from occurrence o
    join activity a on a.id = o.activity_id and a.kind = 'courts'
    join location_space ls on ls.location_id = o.location_id
    where o.id = of_occurrence order by ls.space_id;
  update occurrence o set places_taken = o.places_taken + wanted where o.id = of_occurrence;
  guard := close_reservation_guard();
  return new_hold;
end
$$;
