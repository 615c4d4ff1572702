-- Answers requests for existing baskets: the simple ones in one statement, then the others in order of arrival.
create or replace function take_for_baskets(requests jsonb, at_time timestamptz)
returns table (request int, outcome text, item_index int)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  one record;
  of_basket int;
  answered int[] := '{}';
begin
  -- The global lock order: baskets, people, places (see lock_places).
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

-- Answers a batch of requests for places (docs/decisions/0010-places-by-function.md). Each request is all or nothing.
-- `requests` is a list of
--   {"request": int, "basketId": int, "heldUntil": instant, "items": [{"occurrenceId", "places", "idForm",
--    "ticketTypeId", "pricingOptionId", "quantity", "unitPrice", "purchasedForId", "customerReference",
--    "personId", "mayOverlap", "forGuest", "callDigest"}]}
-- numbered by "request" from 0. Each gets one row: 'ok', or the refusal and the index of its item. A visitor's first
-- basket is created by the same statement, with {"firstBasket": {"uuid", "operatorId"}} in place of "basketId"; it is
-- deleted again if the request gets no places.
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
