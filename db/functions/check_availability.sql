-- Places of an occurrence that no waiting basket will give back: sold, on offer, or waited for.
create or replace function count_committed_places(of_occurrence int, at_time timestamptz) returns int
language sql stable as $$
  select (
    (select coalesce(sum(h.places), 0) from live_holds(at_time) h
      where h.occurrence_id = of_occurrence and (h.state = 'confirmed' or h.waitlist_entry_id is not null))
    + (select coalesce(sum(w.places), 0) from waitlist_entry w
      where w.occurrence_id = of_occurrence and w.state = 'waiting')
  )::int
$$;

-- Why so many places of an occurrence cannot be had by a basket, or null: 'cancelled', 'full', 'held' (the last ones
-- lie in other baskets) or 'clash' (the floor is in use by something else in the same basket). Ends lapsed holds that
-- are in the way. The waitlist is not asked. The caller holds the locks of the occurrence and of its floor.
create or replace function check_availability(of_occurrence int, of_basket int, wanted int, at_time timestamptz)
returns text
language plpgsql as $$
declare
  occ record;
  in_use record;
  lapsed bigint[];
  guard text;
begin
  select o.*, a.kind = 'courts' as on_floor, time_span(o.starts_at, o.ends_at) as during into occ
    from occurrence o join activity a on a.id = o.activity_id where o.id = of_occurrence;
  if occ.status <> 'scheduled' then
    return 'cancelled';
  end if;

  if occ.places_taken + wanted > occ.capacity then
    select array_agg(h.id) into lapsed from hold h
      where h.occurrence_id = of_occurrence and h.state = 'held' and h.held_until <= at_time;
    if lapsed is not null then
      perform end_holds(lapsed, 'expired', at_time);
      select o.places_taken into occ.places_taken from occurrence o where o.id = of_occurrence;
    end if;
    if occ.places_taken + wanted > occ.capacity then
      return case when wanted <= occ.capacity - count_committed_places(of_occurrence, at_time) then 'held' else 'full' end;
    end if;
  end if;

  if occ.on_floor then
    -- Space by space (offset 0 keeps the planner from another way), so that the index goes by space and time.
    select array_agg(c.id) filter (where c.has_lapsed) as lapsed, count(*) filter (where not c.has_lapsed) > 0 as at_all,
      bool_or(c.for_good) as for_good, coalesce(bool_and(c.by_me) filter (where not c.has_lapsed), false) as by_me
      into in_use
      from location_space ls
      cross join lateral (
        -- What the desk has sold out of the places it keeps is kept again when it lapses, and never free.
        select c.id, coalesce(h.state = 'held' and h.held_until <= at_time and h.desk_hold_id is null, false) as has_lapsed,
          c.hold_id is null or h.state = 'confirmed' as for_good, coalesce(h.basket_id = of_basket, false) as by_me
          from space_claim c left join hold h on h.id = c.hold_id
          where c.space_id = ls.space_id and c.during && occ.during offset 0
      ) c
      where ls.location_id = occ.location_id;
    if in_use.at_all then
      return case when in_use.for_good then 'full' when in_use.by_me then 'clash' else 'held' end;
    end if;
    -- A lapsed hold of another occurrence gives up the floor wanted here, whose locks are ours. Its counter and
    -- the rest of its floor are not: the sweeper settles those.
    if in_use.lapsed is not null then
      guard := open_reservation_guard();
      delete from space_claim c where c.id = any(in_use.lapsed);
      guard := close_reservation_guard();
    end if;
  end if;
  return null;
end
$$;

-- As check_availability, but what has come free goes to the waitlist first.
create or replace function promote_and_check_availability(of_occurrence int, of_basket int, wanted int,
  at_time timestamptz) returns text
language plpgsql as $$
begin
  if exists (select 1 from waitlist_entry w where w.occurrence_id = of_occurrence and w.state = 'waiting') then
    perform promote_waitlist(of_occurrence, at_time);
  end if;
  return check_availability(of_occurrence, of_basket, wanted, at_time);
end
$$;
