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

create index basket_item_of_basket on basket_item (basket_id) where removed_at is null;
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

-- Counts places of one occurrence up for a hold and claims its floor. The caller holds the locks of the
-- occurrence and of its spaces. Answers 'ok', or why not: 'cancelled', 'full', 'held' (the last ones lie in
-- other baskets) or 'clash' (the floor is in use by something else in the same basket).
create function seize_places(of_occurrence int, of_hold bigint, wanted int, at_time timestamptz) returns text
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
    -- A lapsed hold of another occurrence gives up the floor wanted here, whose locks are ours. Its counter and
    -- the rest of its floor are not: the sweeper settles those.
    delete from space_claim c using location_space ls, hold h
      where ls.location_id = occ.location_id and c.space_id = ls.space_id and c.during && occ.during
        and h.id = c.hold_id and h.state = 'held' and h.held_until <= at_time;

    select count(*) > 0 as at_all, bool_or(c.hold_id is null or h.state = 'confirmed') as for_good,
      coalesce(bool_and(h.basket_id = mine.basket_id), false) as by_me
      into in_use
      from location_space ls
      join space_claim c on c.space_id = ls.space_id and c.during && occ.during
      left join hold h on h.id = c.hold_id
      left join hold mine on mine.id = of_hold
      where ls.location_id = occ.location_id;
    if in_use.at_all then
      return case when in_use.for_good then 'full' when in_use.by_me then 'clash' else 'held' end;
    end if;

    insert into space_claim (space_id, during, hold_id)
      select ls.space_id, occ.during, of_hold
      from location_space ls where ls.location_id = occ.location_id order by ls.space_id;
  end if;

  update occurrence o set taken = o.taken + wanted where o.id = of_occurrence;
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
      where h.person_id = person and h.id <> except_hold
        and (h.state = 'confirmed' or (h.state = 'held' and h.held_until > at_time))
        and tstzrange(o.starts_at, o.ends_at) && tstzrange(mine.starts_at, mine.ends_at)
  )
$$;

-- Answers all who ask for places within the same few milliseconds. Each ask is all or nothing, in order of
-- arrival. `asks` is a list of
--   {"ask": int, "basketId": int, "heldUntil": instant, "items": [{"occurrenceId", "places", "idForm",
--    "ticketTypeId", "pricingOptionId", "quantity", "unitPrice", "purchasedForId", "customerReference",
--    "personId", "mayOverlap"}]}
-- and each ask gets one row: 'ok', or why not and for which of its items.
create function take_places(asks jsonb, at_time timestamptz)
returns table (ask int, outcome text, item_index int)
language plpgsql as $$
declare
  one record;
  item record;
  verdict text;
  new_hold bigint;
  of_basket int;
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

  for one in select a.value as v from jsonb_array_elements(asks) with ordinality a order by a.ordinality loop
    ask := (one.v->>'ask')::int;
    of_basket := (one.v->>'basketId')::int;
    outcome := 'ok';
    item_index := null;
    if (select b.status from basket b where b.id = of_basket) is distinct from 'open' then
      outcome := 'basket_closed';
      return next;
      continue;
    end if;
    begin
      for item in
        select i.ordinality::int - 1 as idx, r.*
          from jsonb_array_elements(one.v->'items') with ordinality i,
          jsonb_to_record(i.value) as r(
            "occurrenceId" int, places int, "idForm" text, "ticketTypeId" int, "pricingOptionId" int,
            quantity int, "unitPrice" int, "purchasedForId" int, "customerReference" text,
            "personId" int, "mayOverlap" boolean
          )
          order by 1
      loop
        -- The same thing for the same person again changes nothing.
        continue when exists (
          select 1 from basket_item bi join hold h on h.id = bi.hold_id
            where bi.basket_id = of_basket and bi.removed_at is null
              and bi.occurrence_id = item."occurrenceId"
              and bi.ticket_type_id is not distinct from item."ticketTypeId"
              and bi.purchased_for_id is not distinct from item."purchasedForId"
              and bi.customer_reference is not distinct from item."customerReference"
              and h.state = 'held' and h.held_until > at_time
        );

        insert into hold (occurrence_id, basket_id, person_id, places, state, held_until, created_at)
          values (item."occurrenceId", of_basket, item."personId", item.places, 'held',
            (one.v->>'heldUntil')::timestamptz, at_time)
          returning id into new_hold;
        if not item."mayOverlap" and exists (
          select 1 from hold h where h.person_id = item."personId" and h.occurrence_id = item."occurrenceId"
            and h.state = 'confirmed'
        ) then
          verdict := 'already_booked';
        else
          verdict := seize_places(item."occurrenceId", new_hold, item.places, at_time);
          if verdict = 'ok' and not item."mayOverlap"
            and is_elsewhere(item."personId", item."occurrenceId", new_hold, at_time)
          then
            verdict := 'clash';
          end if;
        end if;
        if verdict <> 'ok' then
          item_index := item.idx;
          raise exception using errcode = 'ON001';
        end if;

        -- What had lapsed before and is now held again leaves the parked ones.
        update basket_item bi set removed_at = at_time
          from hold h where h.id = bi.hold_id and bi.basket_id = of_basket
            and bi.removed_at is null and bi.occurrence_id = item."occurrenceId"
            and bi.ticket_type_id is not distinct from item."ticketTypeId"
            and bi.purchased_for_id is not distinct from item."purchasedForId"
            and (h.state = 'expired' or (h.state = 'held' and h.held_until <= at_time));
        insert into basket_item (basket_id, occurrence_id, hold_id, id_form, ticket_type_id, pricing_option_id,
            quantity, unit_price, purchased_for_id, customer_reference, sort_by, added_at)
          values (of_basket, item."occurrenceId", new_hold, item."idForm", item."ticketTypeId",
            item."pricingOptionId", item.quantity, item."unitPrice", item."purchasedForId", item."customerReference",
            coalesce((select max(bi.sort_by) + 1 from basket_item bi where bi.basket_id = of_basket), 0), at_time);
      end loop;
      update basket b set updated_at = at_time where b.id = of_basket;
    exception when sqlstate 'ON001' then
      outcome := verdict;
    end;
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
    verdict := 'ok';
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
        insert into hold (occurrence_id, basket_id, person_id, places, state, held_until, created_at)
          values (item.occurrence_id, item.basket_id, item.person_id, item.places, 'held', until_time, at_time)
          returning id into new_hold;
        verdict := seize_places(item.occurrence_id, new_hold, item.places, at_time);
        if verdict = 'ok' then
          update basket_item bi set hold_id = new_hold where bi.id = item.id;
        else
          delete from hold h where h.id = new_hold;
        end if;
      end if;
    end if;
    if verdict <> 'ok' then
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
  select bi.occurrence_id, h.id as hold_id, h.places, h.state = 'held' and h.held_until > at_time as is_live, a.kind
    into item
    from basket_item bi join hold h on h.id = bi.hold_id
    join occurrence o on o.id = bi.occurrence_id join activity a on a.id = o.activity_id
    where bi.id = of_item;
  if not item.is_live or item.kind = 'courts' then
    return case when item.places = wanted then 'ok' else 'full' end;
  end if;
  if wanted <= item.places then
    update occurrence o set taken = o.taken - (item.places - wanted) where o.id = item.occurrence_id;
  else
    verdict := seize_places(item.occurrence_id, item.hold_id, wanted - item.places, at_time);
    if verdict <> 'ok' then
      return verdict;
    end if;
  end if;
  update hold h set places = wanted where h.id = item.hold_id;
  return 'ok';
end
$$;
