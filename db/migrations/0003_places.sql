-- What can be booked at an instant, who holds places of it, and the functions that take and free them.
-- docs/decisions/0010-places-by-function.md says why this is a function and not a statement built elsewhere.

create table occurrence (
  id int generated always as identity (start with 4400001) primary key,
  public_id text not null unique,
  venue_id int not null references venue,
  activity_id int not null references activity,
  location_id int not null references location,
  series_id int references series,
  -- A one-off session of the operator's files is known by its slug.
  slug text,
  name text not null,
  description text,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- The day on the venue's wall.
  local_date date not null,
  composite_key text not null,
  capacity int not null,
  taken int not null default 0,
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled', 'withdrawn')),
  band text not null default '',
  instructor_ids int[] not null default '{}',
  tag_ids int[] not null default '{}',
  -- The backstop: whatever goes wrong above it, nothing is sold twice.
  constraint never_oversold check (taken between 0 and capacity)
);

create unique index occurrence_once on occurrence (series_id, location_id, starts_at) where series_id is not null;
create unique index occurrence_one_off on occurrence (activity_id, slug) where slug is not null;
create index occurrence_day on occurrence (activity_id, local_date, starts_at);
create index occurrence_venue_day on occurrence (venue_id, local_date);

create table basket (
  id int generated always as identity (start with 70001) primary key,
  uuid uuid not null default gen_random_uuid() unique,
  operator_id int not null references operator,
  -- null while nobody is logged in
  customer_id int references customer,
  source text not null default 'activity-booking',
  status text not null default 'open' check (status in ('open', 'paymentProcessing', 'paymentComplete')),
  renewals_used int not null default 0,
  notices jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create unique index basket_open_of_customer on basket (customer_id)
  where customer_id is not null and status <> 'paymentComplete';

-- Places kept for somebody: until `held_until` while they are in a basket, for good once confirmed.
-- Past its time a hold counts as free, swept or not.
create table hold (
  id bigint generated always as identity primary key,
  occurrence_id int not null references occurrence,
  basket_id int references basket,
  -- for whom, when that is known
  person_id int references customer,
  -- places let outside this system
  block_booking_id int references block_booking,
  places int not null check (places > 0),
  state text not null default 'held' check (state in ('held', 'confirmed', 'released', 'expired')),
  held_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state in ('held', 'expired')) <= (held_until is not null))
);

create index hold_of_occurrence on hold (occurrence_id) where state in ('held', 'confirmed');
create unique index hold_of_block_once on hold (block_booking_id, occurrence_id)
  where block_booking_id is not null and state in ('held', 'confirmed');
create index hold_of_basket on hold (basket_id) where basket_id is not null;
create index hold_lapsing on hold (held_until) where state = 'held';
create index hold_of_person on hold (person_id) where person_id is not null and state in ('held', 'confirmed');

-- A piece of floor in use for a time: by a hold of a court, or by a class that stands in the programme.
create table space_claim (
  id bigint generated always as identity primary key,
  space_id int not null references space on delete cascade,
  during tstzrange not null,
  hold_id bigint references hold,
  occurrence_id int references occurrence,
  check ((hold_id is null) <> (occurrence_id is null)),
  constraint never_twice_on_one_floor exclude using gist (space_id with =, during with &&)
);

create index space_claim_of_hold on space_claim (hold_id) where hold_id is not null;
create index space_claim_of_occurrence on space_claim (occurrence_id) where occurrence_id is not null;

create table basket_item (
  id int generated always as identity (start with 61001) primary key,
  basket_id int not null references basket,
  occurrence_id int not null references occurrence,
  hold_id bigint not null references hold,
  -- The form of id it was added with decides how it is shown again (wire §7).
  id_form text not null check (id_form in ('v1', 'v2')),
  ticket_type_id int references ticket_type,
  pricing_option_id int not null references pricing_option,
  quantity int not null check (quantity > 0),
  -- Pence for one, as told when it was added; re-read whenever the basket is priced.
  unit_price int not null check (unit_price >= 0),
  purchased_for_id int references customer,
  customer_reference text,
  sort_by int not null,
  added_at timestamptz not null,
  removed_at timestamptz,
  -- The person has been told that its hold ended.
  lapse_told boolean not null default false
);

create index basket_item_of_basket on basket_item (basket_id);
create index basket_item_of_hold on basket_item (hold_id);

-- Locks all that a set of occurrences needs, always in the same order: occurrences, then their floor. A counter
-- changes only under the lock of its occurrence, a claim of a hold only under the lock of its space, so that
-- nobody who takes, renews or frees ever waits for another in a ring. The locks taken before these, also in
-- this order: baskets, then people.
create function lock_places(occurrence_ids int[]) returns void
language plpgsql as $$
begin
  perform 1 from occurrence o where o.id = any(occurrence_ids) order by o.id for no key update;
  perform 1 from space s
    where s.id in (
      select ls.space_id from occurrence o
        join activity a on a.id = o.activity_id and a.kind = 'courts'
        join location_space ls on ls.location_id = o.location_id
        where o.id = any(occurrence_ids)
    )
    order by s.id for no key update;
end
$$;

-- Frees the places of holds. A hold that has already ended is passed over.
create function free_places(hold_ids bigint[], as_state text, at_time timestamptz) returns int
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

-- Why so many places of an occurrence are not to be had by a basket, or null: 'cancelled', 'full', 'held' (the
-- last ones lie in other baskets) or 'clash' (the floor is in use by something else in the same basket). Gives up
-- what has lapsed and is in the way. The caller holds the locks of the occurrence and of its floor.
create function why_no_places(of_occurrence int, of_basket int, wanted int, at_time timestamptz) returns text
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
      perform free_places(lapsed, 'expired', at_time);
      select o.taken into occ.taken from occurrence o where o.id = of_occurrence;
    end if;
    if occ.taken + wanted > occ.capacity then
      if wanted <= occ.capacity - (
        select coalesce(sum(h.places), 0) from hold h where h.occurrence_id = of_occurrence and h.state = 'confirmed'
      ) then
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

-- Counts free places (see why_no_places) up for a hold, and claims its floor.
create function give_places(of_occurrence int, of_hold bigint, given int) returns void
language plpgsql as $$
begin
  insert into space_claim (space_id, during, hold_id)
    select ls.space_id, tstzrange(o.starts_at, o.ends_at), of_hold
    from occurrence o
    join activity a on a.id = o.activity_id and a.kind = 'courts'
    join location_space ls on ls.location_id = o.location_id
    where o.id = of_occurrence order by ls.space_id;
  update occurrence o set taken = o.taken + given where o.id = of_occurrence;
end
$$;

-- Both in one, for a hold that belongs to no basket: 'ok', or why not.
create function seize_places(of_occurrence int, of_hold bigint, wanted int, at_time timestamptz) returns text
language plpgsql as $$
declare
  verdict text := why_no_places(of_occurrence, null, wanted, at_time);
begin
  if verdict is not null then
    return verdict;
  end if;
  perform give_places(of_occurrence, of_hold, wanted);
  return 'ok';
end
$$;

-- Whether a person has another live place that overlaps an occurrence.
create function is_elsewhere(person int, of_occurrence int, except_hold bigint, at_time timestamptz) returns boolean
language sql as $$
  select exists (
    select 1 from hold h
      join occurrence o on o.id = h.occurrence_id
      join occurrence mine on mine.id = of_occurrence
      where h.person_id = person and h.id is distinct from except_hold
        and (h.state = 'confirmed' or (h.state = 'held' and h.held_until > at_time))
        and tstzrange(o.starts_at, o.ends_at) && tstzrange(mine.starts_at, mine.ends_at)
  )
$$;

-- Takes one thing for a basket: 'ok', or why not, and then nothing has been written.
create function take_one(of_basket int, until_time timestamptz, item jsonb, at_time timestamptz) returns text
language plpgsql as $$
declare
  it record;
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
  verdict := why_no_places(it."occurrenceId", of_basket, it.places, at_time);
  if verdict is null and not it."mayOverlap" and is_elsewhere(it."personId", it."occurrenceId", null, at_time) then
    verdict := 'clash';
  end if;
  if verdict is not null then
    return verdict;
  end if;

  insert into hold (occurrence_id, basket_id, person_id, places, state, held_until, created_at)
    values (it."occurrenceId", of_basket, it."personId", it.places, 'held', until_time, at_time)
    returning id into new_hold;
  perform give_places(it."occurrenceId", new_hold, it.places);
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

-- Takes several things for a basket, all or none: 'ok', or why not and for which of them.
create function take_together(of_basket int, until_time timestamptz, items jsonb, at_time timestamptz,
  out outcome text, out item_index int)
language plpgsql as $$
begin
  for i in 0 .. jsonb_array_length(items) - 1 loop
    item_index := i;
    outcome := take_one(of_basket, until_time, items->i, at_time);
    if outcome <> 'ok' then
      -- Leaving the block this way undoes what has been taken in it.
      raise exception using errcode = 'ON001';
    end if;
  end loop;
  item_index := null;
exception when sqlstate 'ON001' then
  null;
end
$$;

-- Answers the plain ones of many asks at once, by one statement: one thing each, not a court, a basket and a
-- person that no other of the asks is about. It answers them as take_one would, one after the other in order of
-- arrival; where that cannot be said by sums (asks of unlike size for too few places) it leaves them to it.
create function take_plain(asks jsonb, at_time timestamptz) returns table (nth int, outcome text)
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
  lapsed bigint[];
begin
  select array_agg(h.id) into lapsed
    from (
      select (i.value->>'occurrenceId')::int as id, sum((i.value->>'places')::int) as places
        from jsonb_array_elements(asks) a, jsonb_array_elements(a.value->'items') i group by 1
    ) wanted
    join occurrence o on o.id = wanted.id and o.taken + wanted.places > o.capacity
    join hold h on h.occurrence_id = o.id and h.state = 'held' and h.held_until <= at_time;
  if lapsed is not null then
    perform free_places(lapsed, 'expired', at_time);
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
        and (it."personId" is null or it."personId" <> all(people_twice))
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
    select h.occurrence_id, sum(h.places) as places from hold h
      where h.state = 'confirmed' and h.occurrence_id in (select c."occurrenceId" from counted c where c.too_late)
      group by 1
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

-- Answers all who ask for places within the same few milliseconds. Each ask is all or nothing. `asks` is a list of
--   {"ask": int, "basketId": int, "heldUntil": instant, "items": [{"occurrenceId", "places", "idForm",
--    "ticketTypeId", "pricingOptionId", "quantity", "unitPrice", "purchasedForId", "customerReference",
--    "personId", "mayOverlap"}]}
-- and each ask gets one row: 'ok', or why not and for which of its items. The plain ones are answered first, all
-- together; then the others, in order of arrival.
create function take_places(asks jsonb, at_time timestamptz)
returns table (ask int, outcome text, item_index int)
language plpgsql as $$
declare
  one record;
  of_basket int;
  answered int[] := '{}';
begin
  -- One order of locks for everybody (see lock_places).
  perform 1 from basket b where b.id in (select (a.value->>'basketId')::int from jsonb_array_elements(asks) a)
    order by b.id for no key update;
  perform 1 from customer c where c.id in (
    select (i.value->>'personId')::int from jsonb_array_elements(asks) a, jsonb_array_elements(a.value->'items') i
      where i.value->>'personId' is not null
  ) order by c.id for no key update;
  perform lock_places(array(
    select distinct (i.value->>'occurrenceId')::int
      from jsonb_array_elements(asks) a, jsonb_array_elements(a.value->'items') i
  ));

  for one in select p.nth, p.outcome from take_plain(asks, at_time) p loop
    answered := answered || one.nth;
    ask := (asks->(one.nth - 1)->>'ask')::int;
    outcome := one.outcome;
    item_index := case when outcome not in ('ok', 'basket_closed') then 0 end;
    return next;
  end loop;

  for one in
    select a.value as v from jsonb_array_elements(asks) with ordinality a
      where a.ordinality <> all(answered) order by a.ordinality
  loop
    ask := (one.v->>'ask')::int;
    of_basket := (one.v->>'basketId')::int;
    item_index := null;
    if (select b.status from basket b where b.id = of_basket) is distinct from 'open' then
      outcome := 'basket_closed';
    elsif jsonb_array_length(one.v->'items') = 1 then
      outcome := take_one(of_basket, (one.v->>'heldUntil')::timestamptz, one.v->'items'->0, at_time);
      item_index := case when outcome <> 'ok' then 0 end;
    else
      select t.outcome, t.item_index into outcome, item_index
        from take_together(of_basket, (one.v->>'heldUntil')::timestamptz, one.v->'items', at_time) t;
    end if;
    if outcome = 'ok' then
      update basket b set updated_at = at_time where b.id = of_basket;
    end if;
    return next;
  end loop;
end
$$;

-- Gives basket items a hold until `until_time` again: those still held keep their places, those that lapsed
-- take them anew if they can. All or nothing: answers the items that could not be held, with the reason, and
-- the caller then undoes the whole. The caller holds the lock of the basket.
create function renew_places(item_ids int[], until_time timestamptz, at_time timestamptz)
returns table (item_id int, outcome text)
language plpgsql as $$
declare
  item record;
  floor_wanted int;
  floor_claimed int;
  new_hold bigint;
  verdict text;
begin
  perform 1 from customer c where c.id in (
    select h.person_id from basket_item bi join hold h on h.id = bi.hold_id where bi.id = any(item_ids)
  ) order by c.id for no key update;
  perform lock_places(array(select distinct bi.occurrence_id from basket_item bi where bi.id = any(item_ids)));
  for item in
    select bi.id, bi.occurrence_id, bi.basket_id, h.id as hold_id, h.state, h.places, h.person_id,
      h.state = 'held' and h.held_until > at_time as is_live, o.status, o.location_id, a.kind = 'courts' as on_floor,
      a.kind = 'tickets' or a.allows_overlap as may_overlap
      from basket_item bi join hold h on h.id = bi.hold_id
      join occurrence o on o.id = bi.occurrence_id join activity a on a.id = o.activity_id
      where bi.id = any(item_ids) order by is_live desc, bi.id
  loop
    continue when item.state = 'confirmed';
    verdict := null;
    if item.status <> 'scheduled' then
      verdict := 'cancelled';
    elsif not item.is_live and not item.may_overlap
      and is_elsewhere(item.person_id, item.occurrence_id, item.hold_id, at_time)
    then
      verdict := 'clash';
    else
      -- A lapsed court may have lost floor to another while its counter still stood, even to one renewed just now.
      select count(*) into floor_wanted from location_space ls where item.on_floor and ls.location_id = item.location_id;
      select count(*) into floor_claimed from space_claim c where c.hold_id = item.hold_id;
      if item.state = 'held' and floor_claimed = floor_wanted then
        update hold h set held_until = greatest(h.held_until, until_time) where h.id = item.hold_id;
      else
        perform free_places(array[item.hold_id], 'released', at_time);
        verdict := why_no_places(item.occurrence_id, item.basket_id, item.places, at_time);
        if verdict is null then
          insert into hold (occurrence_id, basket_id, person_id, places, state, held_until, created_at)
            values (item.occurrence_id, item.basket_id, item.person_id, item.places, 'held', until_time, at_time)
            returning id into new_hold;
          perform give_places(item.occurrence_id, new_hold, item.places);
          update basket_item bi set hold_id = new_hold where bi.id = item.id;
        end if;
      end if;
    end if;
    if verdict is not null then
      item_id := item.id;
      outcome := verdict;
      return next;
    end if;
  end loop;
end
$$;

-- Turns the holds of basket items into bought places. A hold that has lapsed is taken anew when the place is
-- still free. Answers the items whose place is gone; the caller then undoes the whole.
create function confirm_places(item_ids int[], at_time timestamptz) returns table (item_id int, outcome text)
language plpgsql as $$
begin
  return query select r.item_id, r.outcome from renew_places(item_ids, at_time + interval '1 minute', at_time) r;
  update hold h set state = 'confirmed', held_until = null, ended_at = null
    from basket_item bi where bi.id = any(item_ids) and h.id = bi.hold_id and h.state = 'held';
end
$$;

-- Changes how many places the live hold of a basket item has: 'ok', or why not. Fewer always succeeds.
create function resize_places(of_item int, wanted int, at_time timestamptz) returns text
language plpgsql as $$
declare
  item record;
  verdict text;
begin
  perform lock_places(array(select bi.occurrence_id from basket_item bi where bi.id = of_item));
  select bi.occurrence_id, bi.basket_id, h.id as hold_id, h.places, a.kind,
    h.state = 'held' and h.held_until > at_time as is_live
    into item
    from basket_item bi join hold h on h.id = bi.hold_id
    join occurrence o on o.id = bi.occurrence_id join activity a on a.id = o.activity_id
    where bi.id = of_item;
  if not item.is_live or item.kind = 'courts' then
    return case when item.places = wanted then 'ok' else 'full' end;
  end if;
  if wanted > item.places then
    verdict := why_no_places(item.occurrence_id, item.basket_id, wanted - item.places, at_time);
    if verdict is not null then
      return verdict;
    end if;
  end if;
  update occurrence o set taken = o.taken + wanted - item.places where o.id = item.occurrence_id;
  update hold h set places = wanted where h.id = item.hold_id;
  return 'ok';
end
$$;

-- A plan is made once a connection, perhaps while the tables are empty (nothing analyses them in PGlite), and kept:
-- only plans that go by index stay good as they grow. None of these is worth compiling.
alter function take_places set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off;
alter function renew_places set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off;
alter function free_places set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off;
alter function resize_places set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off;
