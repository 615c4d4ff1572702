-- Who waits for a place, in order of joining; and the offers made of places that come free. A place on offer is a
-- hold like any other (0003_places.sql), so that nobody else can take it and what is shown stays true.
-- docs/decisions/0016-offers-are-holds.md says how and why.

create table waitlist_entry (
  -- The order of ids is the order of joining: an entry is made under the lock of its occurrence.
  id int generated always as identity (start with 5601) primary key,
  occurrence_id int not null references occurrence,
  -- Who will be there.
  person_id int not null references customer,
  -- Who put them on the list: themselves, a parent, staff. Told where the person has no address of their own.
  joined_by_id int not null references customer,
  -- The form of id it was joined with decides how it is shown again (wire §1.9).
  id_form text not null check (id_form in ('v1', 'v2')),
  places int not null check (places > 0),
  -- waiting; offered, a place is held for them; taken, they took it or booked otherwise; passed, they let an offer
  -- go or lapse; closed, nothing can come of it any more; left, of their own will before any offer
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'taken', 'passed', 'closed', 'left')),
  joined_at timestamptz not null,
  offer_expires_at timestamptz,
  ended_at timestamptz,
  check ((state = 'offered') <= (offer_expires_at is not null)),
  check ((state in ('waiting', 'offered')) = (ended_at is null))
);

create unique index waitlist_once on waitlist_entry (occurrence_id, person_id) where state in ('waiting', 'offered');
create index waitlist_queue on waitlist_entry (occurrence_id, id) where state = 'waiting';
create index waitlist_offers on waitlist_entry (offer_expires_at) where state = 'offered';
create index waitlist_of_person on waitlist_entry (person_id, id);
create index waitlist_of_joiner on waitlist_entry (joined_by_id, id);

-- All that ever became of an entry (I5). Nobody is passed over without a line here that says why.
create table waitlist_event (
  id bigint generated always as identity primary key,
  entry_id int not null references waitlist_entry on delete cascade,
  -- joined, left, offered, taken, passed, lapsed; booked, they came by the place otherwise; clash, they have booked
  -- something else at the time; called_off; too_late, it begins; withdrawn, the venue has fewer places now;
  -- passed_over, staff gave a place to somebody further back
  what text not null check (what in ('joined', 'left', 'offered', 'taken', 'passed', 'lapsed', 'booked', 'clash',
    'called_off', 'too_late', 'withdrawn', 'passed_over')),
  at timestamptz not null,
  -- Of an offer: its end.
  until_at timestamptz,
  -- Who did it, where somebody did: themselves, a parent, staff.
  actor_id int references customer,
  -- Whether the person has been written to where this is worth a message.
  told boolean not null default true
);

create index waitlist_event_of_entry on waitlist_event (entry_id, id);
create index waitlist_event_untold on waitlist_event (id) where not told;

-- The place on offer to an entry. No longer named here once it lies in a basket: then it is a hold like any other.
alter table hold add column waitlist_entry_id int references waitlist_entry;
create unique index hold_on_offer on hold (waitlist_entry_id) where waitlist_entry_id is not null and state = 'held';

-- When waiting ends: when booking does, and never after the start.
create function waitlist_closes(of_occurrence int) returns timestamptz
language sql stable as $$
  select least(o.starts_at, o.ends_at, o.starts_at + make_interval(mins => a.last_bookable_minutes))
    from occurrence o join activity a on a.id = o.activity_id where o.id = of_occurrence
$$;

-- Until when an offer made now stands: a quarter of the time that is left, in elapsed time; at least ten minutes, at
-- most twelve hours, up to a whole minute, and never past the end of waiting.
create function offer_ends(at_time timestamptz, closes_at timestamptz) returns timestamptz
language sql immutable as $$
  select least(closes_at, to_timestamp(ceil(extract(epoch from at_time + least(interval '12 hours',
    greatest(interval '10 minutes', make_interval(secs => extract(epoch from closes_at - at_time)::float8 / 4)))) / 60) * 60))
$$;

-- Whether a person has bought something else that overlaps an occurrence.
create function is_booked_elsewhere(person int, of_occurrence int) returns boolean
language sql stable as $$
  select exists (
    select 1 from hold h
      join occurrence o on o.id = h.occurrence_id
      join occurrence mine on mine.id = of_occurrence
      where h.person_id = person and h.state = 'confirmed' and o.id <> mine.id
        and tstzrange(o.starts_at, o.ends_at) && tstzrange(mine.starts_at, mine.ends_at)
  )
$$;

-- As before, but for offers: what is on offer to somebody is no place of theirs until they take it.
create or replace function is_elsewhere(person int, of_occurrence int, except_hold bigint, at_time timestamptz)
returns boolean
language sql as $$
  select exists (
    select 1 from hold h
      join occurrence o on o.id = h.occurrence_id
      join occurrence mine on mine.id = of_occurrence
      where h.person_id = person and h.id is distinct from except_hold and h.waitlist_entry_id is null
        and (h.state = 'confirmed' or (h.state = 'held' and h.held_until > at_time))
        and tstzrange(o.starts_at, o.ends_at) && tstzrange(mine.starts_at, mine.ends_at)
  )
$$;

-- What free_places was: frees the places of holds, and offers them to nobody. A hold that has already ended is
-- passed over.
create function end_holds(hold_ids bigint[], as_state text, at_time timestamptz) returns int
language plpgsql as $$
declare
  freed int;
begin
  perform lock_places(array(select distinct h.occurrence_id from hold h where h.id = any(hold_ids)));
  with ended as (
    update hold h set state = as_state, ended_at = at_time
      where h.id = any(hold_ids) and h.state in ('held', 'confirmed')
        -- Somebody may have renewed it since it was seen to have lapsed.
        and (as_state <> 'expired' or (h.state = 'held' and h.held_until <= at_time))
      returning h.id, h.occurrence_id, h.places
  ), unclaimed as (
    delete from space_claim c using ended e where c.hold_id = e.id
  ), counted as (
    update occurrence o set taken = o.taken - e.places
      from (select occurrence_id, sum(places)::int as places from ended group by occurrence_id) e
      where o.id = e.occurrence_id
  )
  select count(*) into freed from ended;
  return freed;
end
$$;

-- Frees the places of holds, and offers them at once to whoever waits for them.
create or replace function free_places(hold_ids bigint[], as_state text, at_time timestamptz) returns int
language plpgsql as $$
declare
  freed int := end_holds(hold_ids, as_state, at_time);
  of_occurrence int;
begin
  for of_occurrence in
    select distinct h.occurrence_id from hold h
      join waitlist_entry w on w.occurrence_id = h.occurrence_id and w.state in ('waiting', 'offered')
      where h.id = any(hold_ids) order by 1
  loop
    perform promote_waitlist(of_occurrence, at_time);
  end loop;
  return freed;
end
$$;

-- What why_no_places was: why so many places of an occurrence are not to be had by a basket, whoever waits for
-- them. Places on offer, and those that people wait for, are no more free than sold ones: there is nothing to be
-- hoped for of the baskets they might come from.
create function why_not_free(of_occurrence int, of_basket int, wanted int, at_time timestamptz) returns text
language plpgsql as $$
declare
  occ record;
  in_use record;
  lapsed bigint[];
begin
  select o.*, a.kind = 'courts' as on_floor, tstzrange(o.starts_at, o.ends_at) as during into occ
    from occurrence o join activity a on a.id = o.activity_id where o.id = of_occurrence;
  if occ.status <> 'scheduled' then
    return 'cancelled';
  end if;

  if occ.taken + wanted > occ.capacity then
    select array_agg(h.id) into lapsed from hold h
      where h.occurrence_id = of_occurrence and h.state = 'held' and h.held_until <= at_time;
    if lapsed is not null then
      perform end_holds(lapsed, 'expired', at_time);
      select o.taken into occ.taken from occurrence o where o.id = of_occurrence;
    end if;
    if occ.taken + wanted > occ.capacity then
      if wanted <= occ.capacity - spoken_for(of_occurrence, at_time) then
        return 'held';
      end if;
      return 'full';
    end if;
  end if;

  if occ.on_floor then
    -- Space by space (offset 0 keeps the planner from another way), so that the index goes by space and time.
    select array_agg(c.id) filter (where c.has_lapsed) as lapsed, count(*) filter (where not c.has_lapsed) > 0 as at_all,
      bool_or(c.for_good) as for_good, coalesce(bool_and(c.by_me) filter (where not c.has_lapsed), false) as by_me
      into in_use
      from location_space ls
      cross join lateral (
        select c.id, coalesce(h.state = 'held' and h.held_until <= at_time, false) as has_lapsed,
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
      delete from space_claim c where c.id = any(in_use.lapsed);
    end if;
  end if;
  return null;
end
$$;

-- Places that will not come free for whoever asks now: sold, on offer, or waited for.
create function spoken_for(of_occurrence int, at_time timestamptz) returns int
language sql stable as $$
  select (
    (select coalesce(sum(h.places), 0) from hold h
      where h.occurrence_id = of_occurrence and (h.state = 'confirmed'
        or (h.state = 'held' and h.held_until > at_time and h.waitlist_entry_id is not null)))
    + (select coalesce(sum(w.places), 0) from waitlist_entry w
      where w.occurrence_id = of_occurrence and w.state = 'waiting')
  )::int
$$;

-- Why so many places of an occurrence are not to be had by a basket, or null: 'cancelled', 'full', 'held' (the
-- last ones lie in other baskets) or 'clash' (the floor is in use by something else in the same basket). What has
-- come free without anybody noticing goes to those who wait, before anybody else is answered. The caller holds
-- the locks of the occurrence and of its floor.
create or replace function why_no_places(of_occurrence int, of_basket int, wanted int, at_time timestamptz) returns text
language plpgsql as $$
begin
  if exists (select 1 from waitlist_entry w where w.occurrence_id = of_occurrence and w.state = 'waiting') then
    perform promote_waitlist(of_occurrence, at_time);
  end if;
  return why_not_free(of_occurrence, of_basket, wanted, at_time);
end
$$;

-- Brings the waitlist of an occurrence up to date, however often and by whoever it is asked: offers that have run out
-- have lapsed, entries of which nothing can come any more are closed, and every place that is free is offered to
-- the next who waits. The caller holds the locks of the occurrence and of its floor.
create function promote_waitlist(of_occurrence int, at_time timestamptz) returns void
language plpgsql as $$
declare
  occ record;
  entry record;
begin
  select o.status, waitlist_closes(o.id) as closes_at, a.kind = 'tickets' or a.allows_overlap as may_repeat into occ
    from occurrence o join activity a on a.id = o.activity_id where o.id = of_occurrence;

  with judged as (
    select w.id, case
        when occ.status <> 'scheduled' then 'called_off'
        when not occ.may_repeat and exists (
          select 1 from hold h
            where h.person_id = w.person_id and h.occurrence_id = of_occurrence and h.state = 'confirmed'
        ) then 'booked'
        when not occ.may_repeat and is_booked_elsewhere(w.person_id, of_occurrence) then 'clash'
        when w.state = 'offered' and not exists (
          select 1 from hold h where h.waitlist_entry_id = w.id and h.state = 'held' and h.held_until > at_time
        ) then 'lapsed'
        when at_time >= occ.closes_at then 'too_late'
      end as why
      from waitlist_entry w where w.occurrence_id = of_occurrence and w.state in ('waiting', 'offered')
  ), ended as (
    update waitlist_entry w
      set state = case j.why when 'booked' then 'taken' when 'lapsed' then 'passed' else 'closed' end, ended_at = at_time
      from judged j where w.id = j.id and j.why is not null
      returning w.id, j.why
  )
  insert into waitlist_event (entry_id, what, at, told)
    select e.id, e.why, at_time, e.why <> 'lapsed' from ended e order by e.id;
  perform end_holds(on_offer_no_more(of_occurrence, true, at_time), 'expired', at_time);
  perform end_holds(on_offer_no_more(of_occurrence, false, at_time), 'released', at_time);

  loop
    select w.id, w.places into entry from waitlist_entry w
      where w.occurrence_id = of_occurrence and w.state = 'waiting' order by w.id limit 1;
    exit when not found or why_not_free(of_occurrence, null, entry.places, at_time) is not null;
    perform make_offer(entry.id, null, at_time);
  end loop;
end
$$;

-- Holds that are kept for entries which are not being offered anything (any more): those that have lapsed, or those
-- that have not.
create function on_offer_no_more(of_occurrence int, lapsed boolean, at_time timestamptz) returns bigint[]
language sql stable as $$
  select array(
    select h.id from hold h join waitlist_entry w on w.id = h.waitlist_entry_id
      where h.occurrence_id = of_occurrence and h.state = 'held' and w.state <> 'offered'
        and (h.held_until <= at_time) = lapsed
  )
$$;

-- Holds a free place (see why_not_free) for somebody who waits.
create function make_offer(of_entry int, by_actor int, at_time timestamptz) returns void
language plpgsql as $$
declare
  entry record;
  new_hold bigint;
begin
  update waitlist_entry w
    set state = 'offered', offer_expires_at = offer_ends(at_time, waitlist_closes(w.occurrence_id))
    where w.id = of_entry
    returning w.id, w.occurrence_id, w.person_id, w.places, w.offer_expires_at into entry;
  insert into hold (occurrence_id, person_id, waitlist_entry_id, places, state, held_until, created_at)
    values (entry.occurrence_id, entry.person_id, entry.id, entry.places, 'held', entry.offer_expires_at, at_time)
    returning id into new_hold;
  perform give_places(entry.occurrence_id, new_hold, entry.places);
  insert into waitlist_event (entry_id, what, at, until_at, actor_id, told)
    values (entry.id, 'offered', at_time, entry.offer_expires_at, by_actor, false);
end
$$;

-- Offers a free place to one who waits, out of turn: 'ok', or why not. Everybody who stood before them is told so in
-- the history of their entry. Under the same locks as the offers that are made in turn.
create function offer_out_of_turn(of_entry int, by_actor int, at_time timestamptz) returns text
language plpgsql as $$
declare
  entry record;
  verdict text;
begin
  perform lock_places(array(select w.occurrence_id from waitlist_entry w where w.id = of_entry));
  select w.* into entry from waitlist_entry w where w.id = of_entry;
  if entry.state <> 'waiting' then
    return entry.state;
  end if;
  if at_time >= waitlist_closes(entry.occurrence_id) then
    return 'closed';
  end if;
  verdict := why_not_free(entry.occurrence_id, null, entry.places, at_time);
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

-- Puts a person on the waitlist: 'ok', or why not. Whether they may have the thing at all is the caller's to ask.
create function join_waitlist(of_occurrence int, person int, by_actor int, form text, wanted int, at_time timestamptz,
  out outcome text, out entry_id int)
language plpgsql as $$
declare
  occ record;
begin
  perform lock_places(array[of_occurrence]);
  select o.status, waitlist_closes(o.id) as closes_at, a.kind = 'tickets' or a.allows_overlap as may_repeat into occ
    from occurrence o join activity a on a.id = o.activity_id where o.id = of_occurrence;
  if occ.status <> 'scheduled' then
    outcome := 'cancelled';
  elsif at_time >= occ.closes_at then
    outcome := 'closed';
  elsif not occ.may_repeat and exists (
    select 1 from hold h where h.person_id = person and h.occurrence_id = of_occurrence and h.state = 'confirmed'
  ) then
    outcome := 'already_booked';
  elsif not occ.may_repeat and is_booked_elsewhere(person, of_occurrence) then
    outcome := 'clash';
  else
    -- Those whose offer has run out are on the list no more.
    perform promote_waitlist(of_occurrence, at_time);
    if exists (
      select 1 from waitlist_entry w
        where w.occurrence_id = of_occurrence and w.person_id = person and w.state in ('waiting', 'offered')
    ) then
      outcome := 'already_on_waitlist';
    elsif why_not_free(of_occurrence, null, wanted, at_time) is null then
      outcome := 'places_free';
    else
      insert into waitlist_entry (occurrence_id, person_id, joined_by_id, id_form, places, joined_at)
        values (of_occurrence, person, by_actor, form, wanted, at_time) returning id into entry_id;
      insert into waitlist_event (entry_id, what, at, actor_id) values (join_waitlist.entry_id, 'joined', at_time, by_actor);
      outcome := 'ok';
    end if;
  end if;
end
$$;

-- Takes a person off the waitlist, of their own will. What was on offer to them goes to the next. false: they are not
-- on it (any more).
create function leave_waitlist(of_entry int, by_actor int, at_time timestamptz) returns boolean
language plpgsql as $$
declare
  entry record;
begin
  perform lock_places(array(select w.occurrence_id from waitlist_entry w where w.id = of_entry));
  select w.* into entry from waitlist_entry w where w.id = of_entry;
  if entry.state is null or entry.state not in ('waiting', 'offered') then
    return false;
  end if;
  update waitlist_entry w set state = case w.state when 'offered' then 'passed' else 'left' end, ended_at = at_time
    where w.id = of_entry;
  insert into waitlist_event (entry_id, what, at, actor_id)
    values (of_entry, case entry.state when 'offered' then 'passed' else 'left' end, at_time, by_actor);
  perform promote_waitlist(entry.occurrence_id, at_time);
  return true;
end
$$;

-- Takes offers back until no more than so many places are taken, the latest first: the venue has fewer than it had.
-- They wait again, in their old place.
create function withdraw_offers(of_occurrence int, most int, at_time timestamptz) returns void
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
    exit when (select o.taken from occurrence o where o.id = of_occurrence) <= most;
    update waitlist_entry w set state = 'waiting', offer_expires_at = null where w.id = offer.entry_id;
    insert into waitlist_event (entry_id, what, at, told) values (offer.entry_id, 'withdrawn', at_time, false);
    perform end_holds(array[offer.hold_id], 'released', at_time);
  end loop;
end
$$;

-- As before; and somebody to whom a place is on offer takes that one.
create or replace function take_one(of_basket int, until_time timestamptz, item jsonb, at_time timestamptz) returns text
language plpgsql as $$
declare
  it record;
  offer record;
  verdict text;
  new_hold bigint;
begin
  select r.* into it from jsonb_to_record(item) as r(
    "occurrenceId" int, places int, "idForm" text, "ticketTypeId" int, "pricingOptionId" int, quantity int,
    "unitPrice" int, "purchasedForId" int, "customerReference" text, "personId" int, "mayOverlap" boolean
  );
  -- The same thing for the same person again changes nothing.
  if exists (
    select 1 from basket_item bi join hold h on h.id = bi.hold_id
      where bi.basket_id = of_basket and bi.removed_at is null
        and bi.occurrence_id = it."occurrenceId"
        and bi.ticket_type_id is not distinct from it."ticketTypeId"
        and bi.purchased_for_id is not distinct from it."purchasedForId"
        and bi.customer_reference is not distinct from it."customerReference"
        and h.state = 'held' and h.held_until > at_time
  ) then
    return 'ok';
  end if;
  if not it."mayOverlap" and exists (
    select 1 from hold h
      where h.person_id = it."personId" and h.occurrence_id = it."occurrenceId" and h.state = 'confirmed'
  ) then
    return 'already_booked';
  end if;
  if exists (select 1 from waitlist_entry w where w.occurrence_id = it."occurrenceId" and w.state = 'waiting') then
    perform promote_waitlist(it."occurrenceId", at_time);
  end if;
  select h.id, h.places, w.id as entry_id into offer
    from waitlist_entry w
    join hold h on h.waitlist_entry_id = w.id and h.state = 'held' and h.held_until > at_time
    where w.occurrence_id = it."occurrenceId" and w.person_id = it."personId" and w.state = 'offered';
  -- Whoever has an offer needs only what they want beyond it.
  if offer.id is null then
    verdict := why_not_free(it."occurrenceId", of_basket, it.places, at_time);
  elsif (select o.status from occurrence o where o.id = it."occurrenceId") <> 'scheduled' then
    verdict := 'cancelled';
  elsif it.places > offer.places then
    verdict := why_not_free(it."occurrenceId", of_basket, it.places - offer.places, at_time);
  end if;
  if verdict is null and not it."mayOverlap" and is_elsewhere(it."personId", it."occurrenceId", null, at_time) then
    verdict := 'clash';
  end if;
  if verdict is not null then
    return verdict;
  end if;

  if offer.id is null then
    insert into hold (occurrence_id, basket_id, person_id, places, state, held_until, created_at)
      values (it."occurrenceId", of_basket, it."personId", it.places, 'held', until_time, at_time)
      returning id into new_hold;
    perform give_places(it."occurrenceId", new_hold, it.places);
  else
    new_hold := offer.id;
    update hold h
      set basket_id = of_basket, waitlist_entry_id = null, places = it.places,
        -- Taking it never leaves less time than the offer did.
        held_until = greatest(h.held_until, until_time)
      where h.id = offer.id;
    update occurrence o set taken = o.taken + it.places - offer.places
      where o.id = it."occurrenceId" and it.places <> offer.places;
    update waitlist_entry w set state = 'taken', ended_at = at_time where w.id = offer.entry_id;
    insert into waitlist_event (entry_id, what, at, actor_id)
      values (offer.entry_id, 'taken', at_time, (select b.customer_id from basket b where b.id = of_basket));
    if it.places < offer.places then
      perform promote_waitlist(it."occurrenceId", at_time);
    end if;
  end if;
  -- What had lapsed before and is now held again leaves the parked ones.
  update basket_item bi set removed_at = at_time
    from hold h where h.id = bi.hold_id and bi.basket_id = of_basket and bi.removed_at is null
      and bi.occurrence_id = it."occurrenceId"
      and bi.ticket_type_id is not distinct from it."ticketTypeId"
      and bi.purchased_for_id is not distinct from it."purchasedForId"
      and (h.state = 'expired' or (h.state = 'held' and h.held_until <= at_time));
  insert into basket_item (basket_id, occurrence_id, hold_id, id_form, ticket_type_id, pricing_option_id,
      quantity, unit_price, purchased_for_id, customer_reference, sort_by, added_at)
    values (of_basket, it."occurrenceId", new_hold, it."idForm", it."ticketTypeId", it."pricingOptionId",
      it.quantity, it."unitPrice", it."purchasedForId", it."customerReference",
      coalesce((select max(bi.sort_by) + 1 from basket_item bi where bi.basket_id = of_basket), 0), at_time);
  return 'ok';
end
$$;

-- As before, but for those who wait and those who have an offer.
create or replace function take_plain(asks jsonb, at_time timestamptz) returns table (nth int, outcome text)
language plpgsql as $$
#variable_conflict use_column
declare
  baskets_twice int[] := array(
    select (a.value->>'basketId')::int from jsonb_array_elements(asks) a group by 1 having count(*) > 1
  );
  people_twice int[] := array(
    select (i.value->>'personId')::int from jsonb_array_elements(asks) a, jsonb_array_elements(a.value->'items') i
      group by 1 having count(*) > 1
  );
  waited_for int[] := array(
    select distinct w.occurrence_id from waitlist_entry w
      where w.state = 'waiting' and w.occurrence_id in (
        select (i.value->>'occurrenceId')::int from jsonb_array_elements(asks) a, jsonb_array_elements(a.value->'items') i
      )
      order by 1
  );
  offered_to int[];
  lapsed bigint[];
begin
  -- What has come free goes to those who wait for it, and what is on offer to somebody is left to take_one.
  for i in 1 .. cardinality(waited_for) loop
    perform promote_waitlist(waited_for[i], at_time);
  end loop;
  offered_to := array(
    select w.person_id from waitlist_entry w
      where w.state = 'offered' and w.occurrence_id in (
        select (i.value->>'occurrenceId')::int from jsonb_array_elements(asks) a, jsonb_array_elements(a.value->'items') i
      )
  );
  select array_agg(h.id) into lapsed
    from (
      select (i.value->>'occurrenceId')::int as id, sum((i.value->>'places')::int) as places
        from jsonb_array_elements(asks) a, jsonb_array_elements(a.value->'items') i group by 1
    ) wanted
    join occurrence o on o.id = wanted.id and o.taken + wanted.places > o.capacity
    join hold h on h.occurrence_id = o.id and h.state = 'held' and h.held_until <= at_time;
  if lapsed is not null then
    perform end_holds(lapsed, 'expired', at_time);
  end if;

  return query
  with single as (
    select a.ordinality::int as nth, (a.value->>'basketId')::int as basket_id,
      (a.value->>'heldUntil')::timestamptz as held_until, it.*, o.capacity, o.taken, o.status
      from jsonb_array_elements(asks) with ordinality a,
      jsonb_to_record(a.value->'items'->0) as it(
        "occurrenceId" int, places int, "idForm" text, "ticketTypeId" int, "pricingOptionId" int, quantity int,
        "unitPrice" int, "purchasedForId" int, "customerReference" text, "personId" int, "mayOverlap" boolean
      ),
      occurrence o, activity act
      where jsonb_array_length(a.value->'items') = 1
        and o.id = it."occurrenceId" and act.id = o.activity_id and act.kind <> 'courts'
        and (a.value->>'basketId')::int <> all(baskets_twice)
        and (it."personId" is null or it."personId" <> all(people_twice || offered_to))
  ), sized as (
    select s.*, min(s.places) over of_one = max(s.places) over of_one as alike, sum(s.places) over of_one as wanted
      from single s window of_one as (partition by s."occurrenceId")
  ), judged as (
    select s.*,
      case
        when b.status is distinct from 'open' then 'basket_closed'
        when exists (
          select 1 from basket_item bi join hold h on h.id = bi.hold_id
            where bi.basket_id = s.basket_id and bi.removed_at is null
              and bi.occurrence_id = s."occurrenceId"
              and bi.ticket_type_id is not distinct from s."ticketTypeId"
              and bi.purchased_for_id is not distinct from s."purchasedForId"
              and bi.customer_reference is not distinct from s."customerReference"
              and h.state = 'held' and h.held_until > at_time
        ) then 'again'
        when not s."mayOverlap" and exists (
          select 1 from hold h
            where h.person_id = s."personId" and h.occurrence_id = s."occurrenceId" and h.state = 'confirmed'
        ) then 'already_booked'
        when s.status <> 'scheduled' then 'cancelled'
        when not s."mayOverlap" and is_elsewhere(s."personId", s."occurrenceId", null, at_time) then 'clash'
        else 'ok'
      end as so_far
      from sized s left join basket b on b.id = s.basket_id
      where s.alike or s.taken + s.wanted <= s.capacity
  ), counted as (
    select j.*, j.so_far in ('ok', 'clash') and j.capacity < j.places + j.taken + coalesce(
        sum(j.places) filter (where j.so_far = 'ok') over (
          partition by j."occurrenceId" order by j.nth rows between unbounded preceding and 1 preceding
        ), 0) as too_late
      from judged j
  ), sold as (
    select late.id as occurrence_id, spoken_for(late.id, at_time) as places
      from (select distinct c."occurrenceId" as id from counted c where c.too_late) late
  ), settled as (
    select c.*,
      case
        when not c.too_late then c.so_far
        when c.places + coalesce(sold.places, 0) > c.capacity then 'full'
        else 'held'
      end as verdict
      from counted c left join sold on sold.occurrence_id = c."occurrenceId"
  ), granted as (
    select * from settled where verdict = 'ok'
  ), held as (
    insert into hold (occurrence_id, basket_id, person_id, places, state, held_until, created_at)
      select g."occurrenceId", g.basket_id, g."personId", g.places, 'held', g.held_until, at_time
      from granted g order by g.nth
      returning id, basket_id
  ), unparked as (
    update basket_item bi set removed_at = at_time
      from granted g, hold h
      where bi.basket_id = g.basket_id and bi.removed_at is null and h.id = bi.hold_id
        and bi.occurrence_id = g."occurrenceId"
        and bi.ticket_type_id is not distinct from g."ticketTypeId"
        and bi.purchased_for_id is not distinct from g."purchasedForId"
        and (h.state = 'expired' or (h.state = 'held' and h.held_until <= at_time))
  ), lined_up as (
    insert into basket_item (basket_id, occurrence_id, hold_id, id_form, ticket_type_id, pricing_option_id,
        quantity, unit_price, purchased_for_id, customer_reference, sort_by, added_at)
      select g.basket_id, g."occurrenceId", held.id, g."idForm", g."ticketTypeId", g."pricingOptionId", g.quantity,
        g."unitPrice", g."purchasedForId", g."customerReference",
        coalesce((select max(bi.sort_by) + 1 from basket_item bi where bi.basket_id = g.basket_id), 0), at_time
      from granted g join held on held.basket_id = g.basket_id
  ), counted_up as (
    update occurrence o set taken = o.taken + g.places
      from (select "occurrenceId" as id, sum(places)::int as places from granted group by 1) g where o.id = g.id
  ), stamped as (
    update basket b set updated_at = at_time from granted g where b.id = g.basket_id
  )
  select s.nth, case s.verdict when 'again' then 'ok' else s.verdict end from settled s;
end
$$;

-- A function written anew forgets how it is to be planned (0003_places.sql).
alter function free_places set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off;
alter function promote_waitlist set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off;
alter function join_waitlist set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off;
alter function leave_waitlist set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off;
