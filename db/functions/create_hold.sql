-- Writes holds of free places (see check_availability), counts them and, of courts, claims their floor: a list of
-- {"occurrenceId", "basketId", "personId", "entryId", "blockId", "places", "heldUntil"}; without "heldUntil" the places are
-- bought. Answers the holds in the order of the list. The caller holds the locks of the occurrences and of their floor.
create or replace function create_holds(wanted jsonb, at_time timestamptz) returns bigint[]
language plpgsql as $$
declare
  guard text := open_reservation_guard();
  new_holds bigint[];
begin
  with held as (
    insert into hold (occurrence_id, basket_id, person_id, waitlist_entry_id, block_booking_id, places, state, held_until,
        created_at)
      select h."occurrenceId", h."basketId", h."personId", h."entryId", h."blockId", h.places,
        case when h."heldUntil" is null then 'confirmed' else 'held' end, h."heldUntil", at_time
      from jsonb_array_elements(wanted) with ordinality w, jsonb_to_record(w.value) as h("occurrenceId" int,
        "basketId" int, "personId" int, "entryId" int, "blockId" int, places int, "heldUntil" timestamptz)
      order by w.ordinality
      returning id, occurrence_id, places
  ), claimed as (
    insert into space_claim (space_id, during, hold_id)
      select ls.space_id, time_span(o.starts_at, o.ends_at), h.id
      from held h join occurrence o on o.id = h.occurrence_id
      join activity a on a.id = o.activity_id and a.kind = 'courts'
      join location_space ls on ls.location_id = o.location_id
      order by h.id, ls.space_id
  ), counted as (
    update occurrence o set places_taken = o.places_taken + h.places
      from (select h.occurrence_id as id, sum(h.places)::int as places from held h group by 1) h where o.id = h.id
  )
  select array_agg(h.id order by h.id) into new_holds from held h;
  guard := close_reservation_guard();
  return new_holds;
end
$$;

-- Writes one hold, as create_holds does.
create or replace function create_hold(of_occurrence int, of_basket int, person int, of_entry int, of_block int,
  wanted int, until_time timestamptz, at_time timestamptz) returns bigint
language sql as $$
  select (create_holds(jsonb_build_array(jsonb_build_object('occurrenceId', of_occurrence, 'basketId', of_basket,
    'personId', person, 'entryId', of_entry, 'blockId', of_block, 'places', wanted, 'heldUntil', until_time)),
    at_time))[1]
$$;
