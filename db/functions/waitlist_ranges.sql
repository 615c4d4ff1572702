-- Waitlists for any place between two times: an entry for each occurrence of the range. While one of them has an offer
-- the others are paused. The caller holds the lock of the range (lock_places), under which alone its entries change
-- between these states.

-- Whether the person of a range has bought one of its places.
create or replace function has_booked_in_range(of_range int) returns boolean
language plpgsql stable as $$
begin
  return of_range is not null and exists (
    select 1 from waitlist_entry w
      join hold h on h.occurrence_id = w.occurrence_id and h.person_id = w.person_id and h.state = 'confirmed'
      where w.range_id = of_range
  );
end
$$;

-- Changes the entries of a range that have no offer, with an event each: 'paused', 'resumed' (they wait again, in their
-- old order; places that came free in the meantime are offered by the next promotion of their occurrence) or 'left'.
create or replace function change_range(of_range int, change text, at_time timestamptz) returns void
language sql as $$
  with changed as (
    update waitlist_entry w
      set state = case change when 'resumed' then 'waiting' else change end,
        ended_at = case change when 'left' then at_time end
      where w.range_id = of_range and w.state in ('waiting', 'paused')
        and case change when 'paused' then w.state = 'waiting' when 'resumed' then w.state = 'paused' else true end
      returning w.id
  )
  insert into waitlist_event (entry_id, what, at) select c.id, change, at_time from changed c order by c.id
$$;

-- Puts a person on the waitlists of all these occurrences as one range: 'ok', or why not. Those for which they can not
-- wait (they have booked it, wait for it already, or are elsewhere at the time) are passed over.
create or replace function join_waitlist_range(occurrence_ids int[], person int, by_actor int, form text, from_time time,
  to_time time, at_time timestamptz, out outcome text, out range_id int)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  occ record;
  joinable int[] := '{}';
  joined int;
begin
  perform lock_places(occurrence_ids);
  for occ in
    select o.id, o.status, waitlist_closes_at(o.id) as closes_at, a.kind = 'tickets' or a.allows_overlap as may_repeat,
      fewest_places(a.id) as wanted
      from occurrence o join activity a on a.id = o.activity_id where o.id = any(occurrence_ids) order by o.id
  loop
    if occ.status <> 'scheduled' then
      outcome := coalesce(outcome, 'cancelled');
    elsif at_time >= occ.closes_at then
      outcome := coalesce(outcome, 'closed');
    elsif has_booked(person, occ.id) then
      outcome := coalesce(outcome, 'already_booked');
    elsif not occ.may_repeat and has_conflicting_booking(person, occ.id, at_time) then
      outcome := coalesce(outcome, 'clash');
    elsif not occ.may_repeat and has_in_basket(person, occ.id, at_time) then
      outcome := coalesce(outcome, 'places_free');
    elsif exists (
      select 1 from open_waitlist_entry w where w.occurrence_id = occ.id and w.person_id = person
    ) then
      outcome := coalesce(outcome, 'already_on_waitlist');
    else
      perform promote_waitlist(occ.id, at_time);
      if check_availability(occ.id, null, occ.wanted, at_time) is null then
        outcome := 'places_free';
        return;
      end if;
      joinable := joinable || occ.id;
    end if;
  end loop;
  if cardinality(joinable) = 0 then
    outcome := coalesce(outcome, 'closed');
    return;
  end if;

  insert into waitlist_range (activity_id, local_date, from_time, to_time, person_id, joined_by_id, joined_at)
    select o.activity_id, o.local_date, join_waitlist_range.from_time, join_waitlist_range.to_time, person, by_actor, at_time
      from occurrence o where o.id = joinable[1]
    returning id into joined;
  with entered as (
    insert into waitlist_entry (occurrence_id, person_id, joined_by_id, id_form, places, joined_at, range_id)
      select o.id, person, by_actor, form, fewest_places(o.activity_id), at_time, joined
        from occurrence o where o.id = any(joinable) order by o.id
      returning id
  )
  insert into waitlist_event (entry_id, what, at, actor_id) select e.id, 'joined', at_time, by_actor from entered e order by e.id;
  outcome := 'ok';
  range_id := joined;
end
$$;

-- The places of the smallest ticket of an activity; one where it is not sold by tickets.
create or replace function fewest_places(of_activity int) returns int
language sql stable as $$
  select coalesce(min(t.places), 1) from ticket_type t join activity a on a.id = t.activity_id and a.kind = 'tickets'
    where t.activity_id = of_activity and not t.withdrawn
$$;

-- Ends all entries of a range; what was on offer goes to the next. false: it had ended already.
create or replace function leave_waitlist_range(of_range int, by_actor int, at_time timestamptz) returns boolean
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  occurrence_ids int[] := array(select w.occurrence_id from waitlist_entry w where w.range_id = of_range);
  entry record;
  was_open boolean := false;
begin
  perform lock_places(occurrence_ids);
  for entry in
    select w.id, w.occurrence_id, w.state from open_waitlist_entry w where w.range_id = of_range order by w.id
  loop
    was_open := true;
    update waitlist_entry w set state = case entry.state when 'offered' then 'passed' else 'left' end, ended_at = at_time
      where w.id = entry.id;
    insert into waitlist_event (entry_id, what, at, actor_id)
      values (entry.id, case entry.state when 'offered' then 'passed' else 'left' end, at_time, by_actor);
    if entry.state = 'offered' then
      perform promote_waitlist(entry.occurrence_id, at_time);
    end if;
  end loop;
  if was_open then
    update waitlist_range r set left_at = at_time where r.id = of_range;
  end if;
  return was_open;
end
$$;

-- Undoes leaving: the entries wait again, in their old places in the queue. false: there is none that can.
create or replace function rejoin_waitlist_range(of_range int, by_actor int, at_time timestamptz) returns boolean
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  occurrence_ids int[] := array(select w.occurrence_id from waitlist_entry w where w.range_id = of_range order by 1);
  resumed int[];
begin
  perform lock_places(occurrence_ids);
  -- The entries have ended, so lock_places passes over the range.
  perform 1 from waitlist_range r where r.id = of_range for no key update;
  with again as (
    update waitlist_entry w set state = 'waiting', ended_at = null from waitlist_range r, occurrence o
      where r.id = of_range and w.range_id = r.id and w.state = 'left' and w.ended_at = r.left_at
        and o.id = w.occurrence_id and o.status = 'scheduled' and waitlist_closes_at(o.id) > at_time
        and not exists (
          select 1 from open_waitlist_entry x where x.occurrence_id = w.occurrence_id and x.person_id = w.person_id
        )
      returning w.id, w.occurrence_id
  ), noted as (
    insert into waitlist_event (entry_id, what, at, actor_id) select a.id, 'resumed', at_time, by_actor from again a order by a.id
  )
  select array_agg(a.occurrence_id order by a.occurrence_id) into resumed from again a;
  update waitlist_range r set left_at = null where r.id = of_range;
  perform promote_waitlist(o.id, at_time) from unnest(resumed) o (id);
  return resumed is not null;
end
$$;
