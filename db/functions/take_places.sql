-- Taking places for baskets: docs/decisions/0010-places-by-function.md. `take_places` is what the server calls.

-- One thing of a request, as columns.
create or replace function requested_item(item jsonb) returns table (occurrence_id int, places int, id_form text,
  ticket_type_id int, pricing_option_id int, quantity int, unit_price int, purchased_for_id int, customer_reference text,
  person_id int, may_overlap boolean)
language sql stable as $$
  select r."occurrenceId", r.places, r."idForm", r."ticketTypeId", r."pricingOptionId", r.quantity, r."unitPrice",
    r."purchasedForId", r."customerReference", r."personId", r."mayOverlap"
    from jsonb_to_record(item) as r("occurrenceId" int, places int, "idForm" text, "ticketTypeId" int,
      "pricingOptionId" int, quantity int, "unitPrice" int, "purchasedForId" int, "customerReference" text,
      "personId" int, "mayOverlap" boolean)
$$;

-- Whether a line of a basket is for the same thing and person. A ticket at another price is another line.
create or replace function is_same_line(line basket_item, of_basket int, of_occurrence int, ticket_type int,
  pricing_option int, purchased_for int) returns boolean
language sql immutable as $$
  select line.basket_id = of_basket and line.removed_at is null and line.occurrence_id = of_occurrence
    and line.ticket_type_id is not distinct from ticket_type
    and line.purchased_for_id is not distinct from purchased_for
    and (ticket_type is null or line.pricing_option_id = pricing_option)
$$;

-- Takes one thing for a basket: 'ok', or why not, and then nothing has been written.
create or replace function take_item(of_basket int, until_time timestamptz, item jsonb, at_time timestamptz) returns text
language plpgsql as $$
declare
  it record;
  offer record;
  verdict text;
  new_hold bigint;
  guard text;
begin
  select r.* into it from requested_item(item) r;
  -- Taking the same thing for the same person twice changes nothing.
  if exists (
    select 1 from basket_item bi join live_holds(at_time) h on h.id = bi.hold_id and h.state = 'held'
      where is_same_line(bi, of_basket, it.occurrence_id, it.ticket_type_id, it.pricing_option_id, it.purchased_for_id)
        and bi.customer_reference is not distinct from it.customer_reference
  ) then
    return 'ok';
  end if;
  if not it.may_overlap and has_booked(it.person_id, it.occurrence_id) then
    return 'already_booked';
  end if;
  if exists (select 1 from waitlist_entry w where w.occurrence_id = it.occurrence_id and w.state = 'waiting') then
    perform promote_waitlist(it.occurrence_id, at_time);
  end if;
  select h.id, h.places, w.id as entry_id into offer
    from waitlist_entry w join live_holds(at_time) h on h.waitlist_entry_id = w.id and h.state = 'held'
    where w.occurrence_id = it.occurrence_id and w.person_id = it.person_id and w.state = 'offered';
  -- A person with an offer needs only what they want beyond it.
  if offer.id is null then
    verdict := check_availability(it.occurrence_id, of_basket, it.places, at_time);
  elsif (select o.status from occurrence o where o.id = it.occurrence_id) <> 'scheduled' then
    verdict := 'cancelled';
  elsif it.places > offer.places then
    verdict := check_availability(it.occurrence_id, of_basket, it.places - offer.places, at_time);
  end if;
  if verdict is null and not it.may_overlap and has_conflicting_hold(it.person_id, it.occurrence_id, null, at_time) then
    verdict := 'clash';
  end if;
  if verdict is not null then
    return verdict;
  end if;

  if offer.id is null then
    new_hold := create_hold(it.occurrence_id, of_basket, it.person_id, null, null, it.places, until_time, at_time);
  else
    new_hold := offer.id;
    guard := open_reservation_guard();
    update hold h
      set basket_id = of_basket, waitlist_entry_id = null, places = it.places,
        -- Taking it never leaves less time than the offer did.
        held_until = greatest(h.held_until, until_time)
      where h.id = offer.id;
    update occurrence o set places_taken = o.places_taken + it.places - offer.places
      where o.id = it.occurrence_id and it.places <> offer.places;
    guard := close_reservation_guard();
    update waitlist_entry w set state = 'taken', ended_at = at_time where w.id = offer.entry_id;
    insert into waitlist_event (entry_id, what, at, actor_id)
      values (offer.entry_id, 'taken', at_time, (select b.customer_id from basket b where b.id = of_basket));
    if it.places < offer.places then
      perform promote_waitlist(it.occurrence_id, at_time);
    end if;
  end if;
  -- The lapsed line of the same thing goes: it is held again by the new one.
  update basket_item bi set removed_at = at_time
    from hold h where h.id = bi.hold_id
      and is_same_line(bi, of_basket, it.occurrence_id, it.ticket_type_id, it.pricing_option_id, it.purchased_for_id)
      and (h.state = 'expired' or (h.state = 'held' and h.held_until <= at_time));
  insert into basket_item (basket_id, occurrence_id, hold_id, id_form, ticket_type_id, pricing_option_id,
      quantity, unit_price, purchased_for_id, customer_reference, sort_by, added_at)
    values (of_basket, it.occurrence_id, new_hold, it.id_form, it.ticket_type_id, it.pricing_option_id,
      it.quantity, it.unit_price, it.purchased_for_id, it.customer_reference,
      coalesce((select max(bi.sort_by) + 1 from basket_item bi where bi.basket_id = of_basket), 0), at_time);
  return 'ok';
end
$$;

-- Takes several things for a basket, all or none: 'ok', or why not and for which of them.
create or replace function take_all_items(of_basket int, until_time timestamptz, items jsonb, at_time timestamptz,
  out outcome text, out item_index int)
language plpgsql as $$
begin
  for i in 0 .. jsonb_array_length(items) - 1 loop
    item_index := i;
    outcome := take_item(of_basket, until_time, items->i, at_time);
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

-- Answers the simple ones of many requests at once, by one statement: one thing each, not a court, and a basket and a
-- person that no other request is about. It answers them as take_item would, one after the other in order of arrival;
-- where sums cannot say that (requests of unlike size for too few places) it leaves them to take_item. `nth` counts
-- from 1.
create or replace function take_simple_requests(requests jsonb, at_time timestamptz)
returns table (nth int, outcome text)
language plpgsql as $$
#variable_conflict use_column
declare
  guard text;
  repeated_baskets int[] := array(
    select (r.value->>'basketId')::int from jsonb_array_elements(requests) r group by 1 having count(*) > 1
  );
  repeated_people int[] := array(
    select (i.value->>'personId')::int from jsonb_array_elements(requests) r, jsonb_array_elements(r.value->'items') i
      group by 1 having count(*) > 1
  );
  occurrences int[] := array(
    select (i.value->>'occurrenceId')::int
      from jsonb_array_elements(requests) r, jsonb_array_elements(r.value->'items') i
  );
  waited_for int[] := array(
    select distinct w.occurrence_id from waitlist_entry w
      where w.state = 'waiting' and w.occurrence_id = any(occurrences) order by 1
  );
  people_with_offers int[];
  lapsed bigint[];
begin
  -- What has come free goes to the waitlist first; what is on offer to somebody is left to take_item.
  for i in 1 .. cardinality(waited_for) loop
    perform promote_waitlist(waited_for[i], at_time);
  end loop;
  people_with_offers := array(
    select w.person_id from waitlist_entry w where w.state = 'offered' and w.occurrence_id = any(occurrences)
  );
  select array_agg(h.id) into lapsed
    from (
      select (i.value->>'occurrenceId')::int as id, sum((i.value->>'places')::int) as places
        from jsonb_array_elements(requests) r, jsonb_array_elements(r.value->'items') i group by 1
    ) wanted
    join occurrence o on o.id = wanted.id and o.places_taken + wanted.places > o.capacity
    join hold h on h.occurrence_id = o.id and h.state = 'held' and h.held_until <= at_time;
  if lapsed is not null then
    perform end_holds(lapsed, 'expired', at_time);
  end if;

  guard := open_reservation_guard();
  return query
  with single as (
    select r.ordinality::int as nth, (r.value->>'basketId')::int as basket_id,
      (r.value->>'heldUntil')::timestamptz as held_until, it.*, o.capacity, o.places_taken, o.status
      from jsonb_array_elements(requests) with ordinality r, requested_item(r.value->'items'->0) it,
      occurrence o, activity a
      where jsonb_array_length(r.value->'items') = 1
        and o.id = it.occurrence_id and a.id = o.activity_id and a.kind <> 'courts'
        and (r.value->>'basketId')::int <> all(repeated_baskets)
        and (it.person_id is null or it.person_id <> all(repeated_people || people_with_offers))
  ), sized as (
    select s.*, min(s.places) over of_one = max(s.places) over of_one as alike, sum(s.places) over of_one as wanted
      from single s window of_one as (partition by s.occurrence_id)
  ), judged as (
    select s.*,
      case
        when b.status is distinct from 'open' then 'basket_closed'
        when exists (
          select 1 from basket_item bi join live_holds(at_time) h on h.id = bi.hold_id and h.state = 'held'
            where is_same_line(bi, s.basket_id, s.occurrence_id, s.ticket_type_id, s.pricing_option_id,
                s.purchased_for_id)
              and bi.customer_reference is not distinct from s.customer_reference
        ) then 'held_already'
        when not s.may_overlap and has_booked(s.person_id, s.occurrence_id) then 'already_booked'
        when s.status <> 'scheduled' then 'cancelled'
        when not s.may_overlap and has_conflicting_hold(s.person_id, s.occurrence_id, null, at_time) then 'clash'
        else 'ok'
      end as provisional
      from sized s left join basket b on b.id = s.basket_id
      where s.alike or s.places_taken + s.wanted <= s.capacity
  ), counted as (
    select j.*, j.provisional in ('ok', 'clash') and j.capacity < j.places + j.places_taken + coalesce(
        sum(j.places) filter (where j.provisional = 'ok') over (
          partition by j.occurrence_id order by j.nth rows between unbounded preceding and 1 preceding
        ), 0) as too_late
      from judged j
  ), committed as (
    select late.id as occurrence_id, count_committed_places(late.id, at_time) as places
      from (select distinct c.occurrence_id as id from counted c where c.too_late) late
  ), decided as (
    select c.*,
      case
        when not c.too_late then c.provisional
        when c.places + coalesce(committed.places, 0) > c.capacity then 'full'
        else 'held'
      end as verdict
      from counted c left join committed on committed.occurrence_id = c.occurrence_id
  ), granted as (
    select * from decided where verdict = 'ok'
  ), held as (
    insert into hold (occurrence_id, basket_id, person_id, places, state, held_until, created_at)
      select g.occurrence_id, g.basket_id, g.person_id, g.places, 'held', g.held_until, at_time
      from granted g order by g.nth
      returning id, basket_id
  ), lapsed_lines_removed as (
    update basket_item bi set removed_at = at_time
      from granted g, hold h
      where h.id = bi.hold_id
        and is_same_line(bi, g.basket_id, g.occurrence_id, g.ticket_type_id, g.pricing_option_id, g.purchased_for_id)
        and (h.state = 'expired' or (h.state = 'held' and h.held_until <= at_time))
  ), lines_added as (
    insert into basket_item (basket_id, occurrence_id, hold_id, id_form, ticket_type_id, pricing_option_id,
        quantity, unit_price, purchased_for_id, customer_reference, sort_by, added_at)
      select g.basket_id, g.occurrence_id, held.id, g.id_form, g.ticket_type_id, g.pricing_option_id, g.quantity,
        g.unit_price, g.purchased_for_id, g.customer_reference,
        coalesce((select max(bi.sort_by) + 1 from basket_item bi where bi.basket_id = g.basket_id), 0), at_time
      from granted g join held on held.basket_id = g.basket_id
  ), places_counted as (
    update occurrence o set places_taken = o.places_taken + g.places
      from (select g.occurrence_id as id, sum(g.places)::int as places from granted g group by 1) g where o.id = g.id
  ), baskets_updated as (
    update basket b set updated_at = at_time from granted g where b.id = g.basket_id
  )
  select d.nth, case d.verdict when 'held_already' then 'ok' else d.verdict end from decided d;
  guard := close_reservation_guard();
end
$$;

-- Answers requests for baskets that exist: the simple ones first, all together; then the others, in order of arrival.
create or replace function take_for_baskets(requests jsonb, at_time timestamptz)
returns table (request int, outcome text, item_index int)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  one record;
  of_basket int;
  answered int[] := '{}';
begin
  -- One order of locks for all (see lock_places).
  perform 1 from basket b where b.id in (select (r.value->>'basketId')::int from jsonb_array_elements(requests) r)
    order by b.id for no key update;
  perform 1 from customer c where c.id in (
    select (i.value->>'personId')::int from jsonb_array_elements(requests) r, jsonb_array_elements(r.value->'items') i
      where i.value->>'personId' is not null
  ) order by c.id for no key update;
  perform lock_places(array(
    select distinct (i.value->>'occurrenceId')::int
      from jsonb_array_elements(requests) r, jsonb_array_elements(r.value->'items') i
  ));

  for one in select s.nth, s.outcome from take_simple_requests(requests, at_time) s loop
    answered := answered || one.nth;
    request := (requests->(one.nth - 1)->>'request')::int;
    outcome := one.outcome;
    item_index := case when outcome not in ('ok', 'basket_closed') then 0 end;
    return next;
  end loop;

  for one in
    select r.value as v from jsonb_array_elements(requests) with ordinality r
      where r.ordinality <> all(answered) order by r.ordinality
  loop
    request := (one.v->>'request')::int;
    of_basket := (one.v->>'basketId')::int;
    item_index := null;
    if (select b.status from basket b where b.id = of_basket) is distinct from 'open' then
      outcome := 'basket_closed';
    elsif jsonb_array_length(one.v->'items') = 1 then
      outcome := take_item(of_basket, (one.v->>'heldUntil')::timestamptz, one.v->'items'->0, at_time);
      item_index := case when outcome <> 'ok' then 0 end;
    else
      select t.outcome, t.item_index into outcome, item_index
        from take_all_items(of_basket, (one.v->>'heldUntil')::timestamptz, one.v->'items', at_time) t;
    end if;
    if outcome = 'ok' then
      update basket b set updated_at = at_time where b.id = of_basket;
    end if;
    return next;
  end loop;
end
$$;

-- Answers all requests for places that came within the same few milliseconds. Each is all or nothing. `requests` is a
-- list of
--   {"request": int, "basketId": int, "heldUntil": instant, "items": [{"occurrenceId", "places", "idForm",
--    "ticketTypeId", "pricingOptionId", "quantity", "unitPrice", "purchasedForId", "customerReference",
--    "personId", "mayOverlap"}]}
-- numbered by "request" from 0, and each gets one row: 'ok', or why not and for which of its items. A visitor's first
-- basket is made by the same statement: {"firstBasket": {"uuid", "operatorId"}} in place of "basketId". One that got
-- nothing is deleted again.
create or replace function take_places(requests jsonb, at_time timestamptz)
returns table (request int, outcome text, item_index int, basket_id int)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  with_baskets jsonb;
  created int[];
  unused int[];
begin
  with numbered as (
    select r.value, r.ordinality from jsonb_array_elements(requests) with ordinality r
  ), first_baskets as (
    insert into basket (uuid, operator_id, created_at, updated_at)
      select (r.value->'firstBasket'->>'uuid')::uuid, (r.value->'firstBasket'->>'operatorId')::int, at_time, at_time
      from numbered r where r.value ? 'firstBasket' order by r.ordinality
      returning id, uuid
  )
  select jsonb_agg(
      case when f.id is null then r.value else r.value || jsonb_build_object('basketId', f.id) end order by r.ordinality
    ), array_agg(f.id) filter (where f.id is not null)
    into with_baskets, created
    from numbered r left join first_baskets f on f.uuid = (r.value->'firstBasket'->>'uuid')::uuid;

  for request, outcome, item_index in
    select t.request, t.outcome, t.item_index from take_for_baskets(with_baskets, at_time) t
  loop
    basket_id := (with_baskets->request->>'basketId')::int;
    if outcome <> 'ok' and basket_id = any(created) then
      unused := unused || basket_id;
    end if;
    return next;
  end loop;
  if unused is not null then
    delete from basket b where b.id = any(unused);
  end if;
end
$$;
