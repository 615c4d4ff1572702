-- Waitlists: docs/decisions/0016-offers-are-holds.md. A place on offer is a hold like any other, so that no one else
-- can take it and what is displayed stays true. `promote_waitlist` alone makes and ends offers.

-- When a waitlist closes: when booking does, and never after the start.
create or replace function waitlist_closes_at(of_occurrence int) returns timestamptz
language sql stable as $$
  select least(o.starts_at, o.ends_at, o.starts_at + make_interval(mins => a.last_bookable_minutes))
    from occurrence o join activity a on a.id = o.activity_id where o.id = of_occurrence
$$;

-- Until when an offer made now lasts: a quarter of the time that is left, in elapsed time; at least ten minutes, at
-- most twelve hours, up to a whole minute, and never past the end of waiting.
create or replace function offer_expires_at(at_time timestamptz, closes_at timestamptz) returns timestamptz
language sql immutable as $$
  select least(closes_at, to_timestamp(ceil(extract(epoch from at_time + least(interval '12 hours',
    greatest(interval '10 minutes', make_interval(secs => extract(epoch from closes_at - at_time)::float8 / 4)))) / 60) * 60))
$$;

-- Holds kept for entries that have no offer (any more): those past their time, or those that are not.
create or replace function find_ended_offers(of_occurrence int, has_lapsed boolean, at_time timestamptz) returns bigint[]
language sql stable as $$
  select array(
    select h.id from hold h join waitlist_entry w on w.id = h.waitlist_entry_id
      where h.occurrence_id = of_occurrence and h.state = 'held' and w.state <> 'offered'
        and (h.held_until <= at_time) = has_lapsed
  )
$$;

-- Whether the place that is on offer to a waitlist entry is still kept for it.
create or replace function has_live_offer(of_entry int, at_time timestamptz) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select 1 from live_holds(at_time) h where h.waitlist_entry_id = of_entry and h.state = 'held'
  );
end
$$;

-- The offer of an occurrence that a line of a basket may have: that of the person it is for. Tickets that name no one, for
-- a guest or for a child without an account, have the offer of who buys them.
create or replace function find_offer(of_occurrence int, of_basket int, person int, at_time timestamptz)
returns table (id bigint, places int, entry_id int)
language sql stable as $$
  select h.id, h.places, w.id
    from waitlist_entry w join live_holds(at_time) h on h.waitlist_entry_id = w.id and h.state = 'held'
    where w.occurrence_id = of_occurrence and w.state = 'offered'
      and w.person_id = coalesce(person, (
        select coalesce(b.priced_for_id, b.customer_id) from basket b
          join occurrence o on o.id = of_occurrence join activity a on a.id = o.activity_id and a.kind = 'tickets'
          where b.id = of_basket
      ))
$$;

-- Ends an entry whose offer was taken. The caller has taken over its places.
create or replace function mark_offer_taken(of_entry int, by_actor int, at_time timestamptz) returns void
language plpgsql as $$
begin
  update waitlist_entry w set state = 'taken', ended_at = at_time where w.id = of_entry;
  insert into waitlist_event (entry_id, what, at, actor_id) values (of_entry, 'taken', at_time, by_actor);
  perform change_range((select w.range_id from waitlist_entry w where w.id = of_entry), 'left', at_time);
end
$$;

-- Holds free places (see check_availability) for a waitlist entry.
create or replace function make_offer(of_entry int, by_actor int, at_time timestamptz) returns void
language plpgsql as $$
declare
  entry record;
begin
  update waitlist_entry w
    set state = 'offered', offer_expires_at = case when w.instead_of_id is null
      then offer_expires_at(at_time, waitlist_closes_at(w.occurrence_id))
      else instead_expires_at(at_time, waitlist_closes_at(w.occurrence_id)) end
    where w.id = of_entry
    returning w.id, w.occurrence_id, w.person_id, w.places, w.offer_expires_at, w.range_id, w.instead_of_id into entry;
  perform create_hold(entry.occurrence_id, null, entry.person_id, entry.id, null, entry.places, entry.offer_expires_at,
    at_time);
  insert into waitlist_event (entry_id, what, at, until_at, actor_id, notified)
    -- What is offered instead stands in the message that the session has been called off.
    values (entry.id, 'offered', at_time, entry.offer_expires_at, by_actor, entry.instead_of_id is not null);
  perform change_range(entry.range_id, 'paused', at_time);
end
$$;

-- Brings the waitlist of an occurrence up to date, however often it is called: offers that have run out have lapsed,
-- entries that can lead to nothing any more are closed, and every free place is offered to the next entry. The caller
-- holds the locks of the occurrence and of its floor.
create or replace function promote_waitlist(of_occurrence int, at_time timestamptz) returns void
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  occ record;
  entry record;
  ended_ranges jsonb;
begin
  select o.status, waitlist_closes_at(o.id) as closes_at, a.kind = 'tickets' or a.allows_overlap as may_repeat,
    v.status = 'open' and not a.withdrawn as is_on_sale into occ
    from occurrence o join activity a on a.id = o.activity_id join venue v on v.id = o.venue_id
    where o.id = of_occurrence;
  -- It may take place after all.
  if occ.status <> 'scheduled' and is_call_off_pending(of_occurrence) then
    return;
  end if;

  with judged as (
    select w.id, w.range_id, w.instead_of_id, w.state as was, case
        when occ.status <> 'scheduled' then 'called_off'
        when not occ.may_repeat and has_booked(w.person_id, of_occurrence) or has_booked_in_range(w.range_id)
          or has_taken_instead(w.instead_of_id, w.person_id) then 'booked'
        when not occ.may_repeat and has_conflicting_booking(w.person_id, of_occurrence, at_time) then 'clash'
        when occ.is_on_sale and w.state = 'offered' and not has_live_offer(w.id, at_time) then 'lapsed'
        when at_time >= occ.closes_at then 'too_late'
      end as reason
      from open_waitlist_entry w where w.occurrence_id = of_occurrence
  ), ended as (
    update waitlist_entry w
      set state = case j.reason when 'booked' then 'taken' when 'lapsed' then 'passed' else 'closed' end,
        ended_at = at_time
      from judged j where w.id = j.id and j.reason is not null
      returning w.id, j.reason, j.range_id, j.instead_of_id, j.was
  ), noted as (
    insert into waitlist_event (entry_id, what, at, notified)
      -- People with a reserved place get a message that it is gone; those who wait, that there is no session to wait
      -- for. Who waits for any place of a range hears of the last one.
      select e.id, e.reason, at_time, not (e.reason = 'lapsed' and e.instead_of_id is null
          or (e.reason = 'called_off' and (e.was = 'offered' or e.range_id is null or not exists (
            select 1 from open_waitlist_entry other where other.range_id = e.range_id and other.id <> e.id))))
        from ended e order by e.id
  )
  select jsonb_agg(jsonb_build_object('id', e.range_id, 'is_over', e.reason in ('booked', 'lapsed')) order by e.range_id)
    into ended_ranges
    from ended e where e.range_id is not null and (e.reason in ('booked', 'lapsed') or e.was = 'offered');
  -- Offers that ran out while no one could take them, at a venue that is closed for now: their people wait again, in
  -- their old order.
  for entry in
    update waitlist_entry w set state = 'waiting', offer_expires_at = null
      where w.occurrence_id = of_occurrence and w.state = 'offered' and not has_live_offer(w.id, at_time)
      returning w.id, w.range_id
  loop
    insert into waitlist_event (entry_id, what, at, notified) values (entry.id, 'withdrawn', at_time, true);
    perform change_range(entry.range_id, 'resumed', at_time);
  end loop;
  perform end_holds(find_ended_offers(of_occurrence, true, at_time), 'expired', at_time);
  perform end_holds(find_ended_offers(of_occurrence, false, at_time), 'released', at_time);
  -- Who has booked or let an offer lapse waits no more for the other places of the range.
  perform change_range((r.value->>'id')::int, case when (r.value->>'is_over')::boolean then 'left' else 'resumed' end, at_time)
    from jsonb_array_elements(ended_ranges) r;

  loop
    select w.id, w.places into entry from waitlist_entry w
      where w.occurrence_id = of_occurrence and w.state = 'waiting' order by w.id limit 1;
    -- While the session cannot be booked an offer would only run out.
    exit when not found or not occ.is_on_sale
      or check_availability(of_occurrence, null, entry.places, at_time) is not null;
    perform make_offer(entry.id, null, at_time);
  end loop;
end
$$;

-- Offers a free place to an entry out of turn: 'ok', or why not. The history of those before it says so. Under the
-- same locks as the offers that are made in turn.
create or replace function offer_out_of_turn(of_entry int, by_actor int, at_time timestamptz) returns text
language plpgsql as $$
declare
  entry record;
  verdict text;
begin
  perform lock_places(array(select w.occurrence_id from waitlist_entry w where w.id = of_entry));
  select w.* into entry from waitlist_entry w where w.id = of_entry;
  if entry.state <> 'waiting' then
    return case entry.state when 'paused' then 'offered' else entry.state end;
  end if;
  -- While the session cannot be booked the person could not take the place.
  if at_time >= waitlist_closes_at(entry.occurrence_id) or not exists (
    select 1 from occurrence o
      join activity a on a.id = o.activity_id and not a.withdrawn join venue v on v.id = o.venue_id and v.status = 'open'
      where o.id = entry.occurrence_id
  ) then
    return 'closed';
  end if;
  verdict := check_availability(entry.occurrence_id, null, entry.places, at_time);
  if verdict is not null then
    return verdict;
  end if;
  insert into waitlist_event (entry_id, what, at, actor_id)
    select w.id, 'passed_over', at_time, by_actor from waitlist_entry w
      where w.occurrence_id = entry.occurrence_id and w.state = 'waiting' and w.id < of_entry order by w.id;
  perform make_offer(of_entry, by_actor, at_time);
  perform promote_waitlist(entry.occurrence_id, at_time);
  return 'ok';
end
$$;

-- Withdraws offers until no more than so many places are taken, the latest first: the venue has fewer than it had.
-- Their entries wait again, in their old order.
create or replace function withdraw_offers(of_occurrence int, most int, at_time timestamptz) returns void
language plpgsql as $$
declare
  offer record;
begin
  perform lock_places(array[of_occurrence]);
  for offer in
    select h.id as hold_id, w.id as entry_id from hold h join waitlist_entry w on w.id = h.waitlist_entry_id
      where h.occurrence_id = of_occurrence and h.state = 'held' and w.state = 'offered'
      order by w.id desc
  loop
    exit when (select o.places_taken from occurrence o where o.id = of_occurrence) <= most;
    update waitlist_entry w set state = 'waiting', offer_expires_at = null where w.id = offer.entry_id;
    insert into waitlist_event (entry_id, what, at, notified) values (offer.entry_id, 'withdrawn', at_time, false);
    perform end_holds(array[offer.hold_id], 'released', at_time);
    perform change_range((select w.range_id from waitlist_entry w where w.id = offer.entry_id), 'resumed', at_time);
  end loop;
end
$$;

-- Where a person on a waitlist is written to: without an address at that of a person who books for them, the one who put
-- them on the list before others. '' when there is none.
create or replace function waitlist_recipient(person int, joined_by int) returns text
language sql stable as $$
  select coalesce(nullif(p.email, ''), (
      select c.email from linked_customer l join customer c on c.id = l.customer_id
        where l.linked_id = p.id and c.email <> '' order by c.id <> joined_by, c.id limit 1
    ), '')
  from customer p where p.id = person
$$;
