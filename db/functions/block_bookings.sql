-- Places let outside this system, and the floor of classes: written when the timetable is planned, under the locks of
-- the occurrences and of all floor of the venue.

-- Gives up floor that baskets past their time hold at a venue; what they counted is settled by the sweeper.
create or replace function release_lapsed_floor(of_venue int, at_time timestamptz) returns void
language plpgsql as $$
declare
  guard text := open_reservation_guard();
begin
  delete from space_claim c using hold h, space s
    where h.id = c.hold_id and h.state = 'held' and h.held_until <= at_time and s.id = c.space_id
      and s.venue_id = of_venue;
  guard := close_reservation_guard();
end
$$;

-- Writes the holds of block bookings on new occurrences, all of whose places are free. The lists go together, one
-- element a hold.
create or replace function hold_new_block_bookings(public_ids text[], block_ids int[], place_counts int[],
  for_desk boolean[], at_time timestamptz) returns void
language plpgsql as $$
declare
  guard text := open_reservation_guard();
begin
  with created as (
    insert into hold (occurrence_id, block_booking_id, places, state, held_until, created_at)
      select o.id, x.block_id, x.places, case when x.for_desk then 'held' else 'confirmed' end,
        case when x.for_desk then o.ends_at end, at_time
      from unnest(public_ids, block_ids, place_counts, for_desk) as x (public_id, block_id, places, for_desk)
      join occurrence o on o.public_id = x.public_id
      returning id, occurrence_id, places
  ), claimed as (
    insert into space_claim (space_id, during, hold_id)
      select ls.space_id, time_span(o.starts_at, o.ends_at), created.id
      from created
      join occurrence o on o.id = created.occurrence_id and o.status = 'scheduled'
      join activity a on a.id = o.activity_id and a.kind = 'courts'
      join location_space ls on ls.location_id = o.location_id
  )
  update occurrence o set places_taken = o.places_taken + c.places
    from (select occurrence_id, sum(places)::int as places from created group by 1) c where o.id = c.occurrence_id;
  guard := close_reservation_guard();
end
$$;

-- Holds places of an occurrence for a block booking, if they are free and it has none there yet. `until_time` is null
-- for places that are sold, and the end for places that the desk keeps.
create or replace function hold_block_booking(of_occurrence int, of_block int, wanted int, until_time timestamptz,
  at_time timestamptz) returns boolean
language plpgsql as $$
begin
  if exists (
    select 1 from hold h where h.block_booking_id = of_block and h.occurrence_id = of_occurrence
      and h.state in ('held', 'confirmed')
  ) or promote_and_check_availability(of_occurrence, null, wanted, at_time) is not null then
    return false;
  end if;
  perform create_hold(of_occurrence, null, null, null, of_block, wanted, until_time, at_time);
  return true;
end
$$;

-- Gives a hold of a block booking another number of places, if more are free; those given back are offered to the
-- waitlist. `wanted` counts what the desk has sold out of them. `until_time` is as in hold_block_booking.
create or replace function resize_block_booking(of_hold bigint, wanted int, until_time timestamptz, at_time timestamptz)
returns boolean
language plpgsql as $$
declare
  has record;
  keeps int;
  guard text;
begin
  select h.occurrence_id, h.places, coalesce(
      (select sum(s.desk_places) from live_holds(at_time) s where s.desk_hold_id = h.id), 0)::int as sold_at_desk into has
    from hold h where h.id = of_hold and h.state in ('held', 'confirmed');
  keeps := greatest(wanted - has.sold_at_desk, 0);
  if not found
    or keeps > has.places
      and promote_and_check_availability(has.occurrence_id, null, keeps - has.places, at_time) is not null
  then
    return false;
  end if;
  guard := open_reservation_guard();
  update hold h set places = keeps, held_until = until_time,
      state = case when until_time is null then 'confirmed' else 'held' end
    where h.id = of_hold;
  update occurrence o set places_taken = o.places_taken + keeps - has.places
    where o.id = has.occurrence_id and keeps <> has.places;
  guard := close_reservation_guard();
  if keeps < has.places then
    perform promote_waitlist(has.occurrence_id, at_time);
  end if;
  return true;
end
$$;

-- Has the desk keep its places of occurrences until they end now.
create or replace function extend_desk_holds(occurrence_ids int[]) returns void
language plpgsql as $$
declare
  guard text := open_reservation_guard();
begin
  update hold h set held_until = o.ends_at from occurrence o
    where o.id = any(occurrence_ids) and h.occurrence_id = o.id and h.block_booking_id is not null and h.state = 'held';
  guard := close_reservation_guard();
end
$$;

-- Makes the floor of classes what their occurrences say: none for those that are off or moved, and theirs for those
-- that have none. Courts stand on no floor until a person holds them.
create or replace function claim_class_floor(of_venue int, from_day date) returns void
language plpgsql as $$
declare
  guard text := open_reservation_guard();
begin
  delete from space_claim c using occurrence o
    where c.occurrence_id = o.id and o.venue_id = of_venue and o.local_date >= from_day
      and (o.status <> 'scheduled' and not is_call_off_pending(o.id) or c.during <> time_span(o.starts_at, o.ends_at)
        or not exists (
          select 1 from location_space ls where ls.location_id = o.location_id and ls.space_id = c.space_id
        ));
  insert into space_claim (space_id, during, occurrence_id)
    select ls.space_id, time_span(o.starts_at, o.ends_at), o.id
    from occurrence o
    join activity a on a.id = o.activity_id and a.kind <> 'courts'
    join location_space ls on ls.location_id = o.location_id
    where o.venue_id = of_venue and o.local_date >= from_day and o.status = 'scheduled'
      and not exists (select 1 from space_claim c where c.occurrence_id = o.id and c.space_id = ls.space_id)
    on conflict do nothing;
  guard := close_reservation_guard();
end
$$;

-- The live holds of courts whose floor is not what their location is made of now, or not at their time.
create or replace function find_displaced_holds(of_venue int, from_day date, at_time timestamptz) returns bigint[]
language sql stable as $$
  select array(
    select h.id from occurrence o
      join activity a on a.id = o.activity_id and a.kind = 'courts'
      join live_holds(at_time) h on h.occurrence_id = o.id
      where o.venue_id = of_venue and o.local_date >= from_day and o.status = 'scheduled' and h.places > 0
        and (
          array(select ls.space_id from location_space ls where ls.location_id = o.location_id order by 1)
            <> array(select c.space_id from space_claim c where c.hold_id = h.id order by 1)
          or exists (
            select 1 from space_claim c where c.hold_id = h.id and c.during <> time_span(o.starts_at, o.ends_at)
          )
        )
      order by h.id
  )
$$;

-- Gives holds of courts the floor of their location at their time, as far as no other hold has it.
create or replace function claim_held_floor(hold_ids bigint[]) returns void
language plpgsql as $$
declare
  guard text := open_reservation_guard();
begin
  delete from space_claim c using hold h, occurrence o
    where c.hold_id = any(hold_ids) and h.id = c.hold_id and o.id = h.occurrence_id
      and (c.during <> time_span(o.starts_at, o.ends_at)
        or not exists (
          select 1 from location_space ls where ls.location_id = o.location_id and ls.space_id = c.space_id
        ));
  insert into space_claim (space_id, during, hold_id)
    select ls.space_id, time_span(o.starts_at, o.ends_at), h.id
    from hold h
    join occurrence o on o.id = h.occurrence_id
    join location_space ls on ls.location_id = o.location_id
    -- One may have been given back before the caller had the floor.
    where h.id = any(hold_ids) and h.state in ('held', 'confirmed')
      and not exists (select 1 from space_claim c where c.hold_id = h.id and c.space_id = ls.space_id)
    order by h.id
    on conflict do nothing;
  guard := close_reservation_guard();
end
$$;
