-- Ends holds and frees their places, without offering them to the waitlist. A hold that has already ended is passed
-- over. Places that the desk has sold out of those it keeps are kept again. Answers how many were ended.
create or replace function end_holds(hold_ids bigint[], as_state text, at_time timestamptz) returns int
language plpgsql as $$
declare
  guard text;
  ended_count int;
  returned_to bigint[];
begin
  perform lock_places(array(select distinct h.occurrence_id from hold h where h.id = any(hold_ids)));
  guard := open_reservation_guard();
  with ended as (
    update hold h set state = as_state, ended_at = at_time
      where h.id = any(hold_ids) and h.state in ('held', 'confirmed')
        -- It may have been renewed since it was seen to have lapsed.
        and (as_state <> 'expired' or (h.state = 'held' and h.held_until <= at_time))
      returning h.id, h.occurrence_id, h.places, h.desk_hold_id, h.desk_places
  ), unclaimed as (
    delete from space_claim c using ended e where c.hold_id = e.id
  ), returned as (
    update hold d set places = d.places + e.places
      from (select desk_hold_id, sum(desk_places)::int as places from ended group by desk_hold_id) e
      where d.id = e.desk_hold_id and d.state = 'held' and d.id <> all(hold_ids)
      returning d.id, d.occurrence_id, e.places
  ), counted as (
    update occurrence o set places_taken = o.places_taken - e.places
      from (
        select occurrence_id, sum(places)::int as places
          from (select occurrence_id, places from ended union all select occurrence_id, -places from returned) freed
          group by occurrence_id
      ) e
      where o.id = e.occurrence_id
  )
  select count(*), (select array_agg(r.id) from returned r) into ended_count, returned_to from ended;
  if returned_to is not null then
    insert into space_claim (space_id, during, hold_id)
      select ls.space_id, time_span(o.starts_at, o.ends_at), d.id
      from hold d join occurrence o on o.id = d.occurrence_id
      join activity a on a.id = o.activity_id and a.kind = 'courts'
      join location_space ls on ls.location_id = o.location_id
      where d.id = any(returned_to) and o.status = 'scheduled'
      on conflict do nothing;
  end if;
  guard := close_reservation_guard();
  return ended_count;
end
$$;

-- Ends holds and offers their places at once to the waitlist. Answers how many were ended.
create or replace function free_places(hold_ids bigint[], as_state text, at_time timestamptz) returns int
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  ended_count int := end_holds(hold_ids, as_state, at_time);
  of_occurrence int;
begin
  for of_occurrence in
    select distinct h.occurrence_id from hold h
      join waitlist_entry w on w.occurrence_id = h.occurrence_id and w.state in ('waiting', 'offered')
      where h.id = any(hold_ids) order by 1
  loop
    perform promote_waitlist(of_occurrence, at_time);
  end loop;
  return ended_count;
end
$$;

-- Ends live holds now, as if their time were up: what they held can be held again by renewing.
create or replace function lapse_places(hold_ids bigint[], at_time timestamptz) returns int
language plpgsql as $$
declare
  guard text;
begin
  perform lock_places(array(select distinct h.occurrence_id from hold h where h.id = any(hold_ids)));
  guard := open_reservation_guard();
  update hold h set held_until = at_time
    where h.id = any(hold_ids) and h.state = 'held' and h.held_until > at_time;
  guard := close_reservation_guard();
  return free_places(hold_ids, 'expired', at_time);
end
$$;
