-- Tickets of one kind may stand in a basket at several prices, each a line of its own: an adult and a concession. Other
-- things are one line whatever their price.

-- As before (0008_waitlists.sql), but a ticket at another price is not the same again.
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
        and (it."ticketTypeId" is null or bi.pricing_option_id = it."pricingOptionId")
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
      and (it."ticketTypeId" is null or bi.pricing_option_id = it."pricingOptionId")
      and (h.state = 'expired' or (h.state = 'held' and h.held_until <= at_time));
  insert into basket_item (basket_id, occurrence_id, hold_id, id_form, ticket_type_id, pricing_option_id,
      quantity, unit_price, purchased_for_id, customer_reference, sort_by, added_at)
    values (of_basket, it."occurrenceId", new_hold, it."idForm", it."ticketTypeId", it."pricingOptionId",
      it.quantity, it."unitPrice", it."purchasedForId", it."customerReference",
      coalesce((select max(bi.sort_by) + 1 from basket_item bi where bi.basket_id = of_basket), 0), at_time);
  return 'ok';
end
$$;

-- As before, likewise.
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
              and (s."ticketTypeId" is null or bi.pricing_option_id = s."pricingOptionId")
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
        and (g."ticketTypeId" is null or bi.pricing_option_id = g."pricingOptionId")
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
