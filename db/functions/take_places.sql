-- Answers requests for existing baskets in order of arrival. What is given is written together; before that only where
-- the next request depends on it: one for the same basket or person, or with several items. So does a refusal, which
-- is judged upon what is written.
create or replace function take_for_baskets(requests jsonb, at_time timestamptz)
returns table (request int, outcome text, item_index int)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  one record;
  item jsonb;
  judged record;
  wanted int[];
  -- Courts, which share floor with others, and what people wait for: more than a counter decides who has their places.
  taken_alone int[];
  -- What is given and not written yet: lines, their baskets and people, and places by occurrence.
  given jsonb := '[]';
  given_baskets int[] := '{}';
  given_people int[] := '{}';
  given_places jsonb := '{}';
  ahead int;
begin
  -- The global lock order: baskets, people, places (see lock_places).
  perform 1 from basket b where b.id in (select (r.value->>'basketId')::int from jsonb_array_elements(requests) r)
    order by b.id for no key update;
  perform 1 from customer c where c.id in (
    select (i.value->>'personId')::int from jsonb_array_elements(requests) r, jsonb_array_elements(r.value->'items') i
      where i.value->>'personId' is not null
  ) order by c.id for no key update;
  wanted := array(
    select distinct (i.value->>'occurrenceId')::int
      from jsonb_array_elements(requests) r, jsonb_array_elements(r.value->'items') i
  );
  perform lock_places(wanted);
  taken_alone := array(
    select o.id from occurrence o join activity a on a.id = o.activity_id
      where o.id = any(wanted) and (
        a.kind = 'courts' or exists (select 1 from open_waitlist_entry w where w.occurrence_id = o.id)
      )
  );

  for one in
    select (r.value->>'request')::int as nth, b.id as basket_id, b.status, r.value->'items' as items,
        jsonb_array_length(r.value->'items') <> 1 as is_of_several, (r.value->'items'->0->>'occurrenceId')::int as occurrence_id,
        (r.value->'items'->0->>'personId')::int as person_id,
        jsonb_build_object('basketId', b.id, 'heldUntil', r.value->'heldUntil') as held
      from jsonb_array_elements(requests) with ordinality r left join basket b on b.id = (r.value->>'basketId')::int
      order by r.ordinality
  loop
    request := one.nth;
    item_index := null;
    if one.is_of_several or one.basket_id = any(given_baskets) or one.person_id = any(given_people) then
      perform take_given(given, at_time);
      select '[]', '{}', '{}', '{}' into given, given_baskets, given_people, given_places;
    end if;
    if one.status is distinct from 'open' then
      outcome := 'basket_closed';
    elsif one.is_of_several then
      select t.outcome, t.item_index into outcome, item_index
        from take_all_items(one.basket_id, one.items, one.held, at_time) t;
    else
      item := one.items->0 || one.held;
      ahead := coalesce((given_places->>one.occurrence_id::text)::int, 0);
      judged := judge_item(one.basket_id, item, ahead, at_time);
      if ahead > 0 and (judged.outcome not in ('ok', 'held_already') or judged.desk_hold_id is not null) then
        perform take_given(given, at_time);
        select '[]', '{}', '{}', '{}' into given, given_baskets, given_people, given_places;
        judged := judge_item(one.basket_id, item, 0, at_time);
      end if;
      if judged.outcome = 'ok' and (one.occurrence_id = any(taken_alone) or judged.desk_hold_id is not null) then
        perform take_item(item, judged.offer_id, judged.desk_hold_id, at_time);
      elsif judged.outcome = 'ok' then
        given := given || item;
        given_baskets := given_baskets || one.basket_id;
        given_people := given_people || one.person_id;
        given_places := given_places || jsonb_build_object(one.occurrence_id, ahead + (item->>'places')::int);
      end if;
      outcome := case judged.outcome when 'held_already' then 'ok' else judged.outcome end;
      item_index := case when outcome <> 'ok' then 0 end;
    end if;
    return next;
  end loop;
  perform take_given(given, at_time);
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
