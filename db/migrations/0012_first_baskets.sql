-- The first basket of a visitor is made by the statement that takes its places: one commit for a crowd of newcomers.

-- As take_places, for asks that may say {"firstBasket": {"uuid", "operatorId"}} where others have a "basketId". Of
-- a first basket that got nothing no row is left.
create function take_places_for_all(asks jsonb, at_time timestamptz)
returns table (ask int, outcome text, item_index int, basket_id int)
language plpgsql as $$
declare
  with_baskets jsonb;
  made int[];
  empty int[];
begin
  with asked as (
    select a.value, a.ordinality from jsonb_array_elements(asks) with ordinality a
  ), first_baskets as (
    insert into basket (uuid, operator_id, created_at, updated_at)
      select (a.value->'firstBasket'->>'uuid')::uuid, (a.value->'firstBasket'->>'operatorId')::int, at_time, at_time
      from asked a where a.value ? 'firstBasket' order by a.ordinality
      returning id, uuid
  )
  select jsonb_agg(
      case when f.id is null then a.value else a.value || jsonb_build_object('basketId', f.id) end order by a.ordinality
    ), array_agg(f.id) filter (where f.id is not null)
    into with_baskets, made
    from asked a left join first_baskets f on f.uuid = (a.value->'firstBasket'->>'uuid')::uuid;

  for ask, outcome, item_index in select t.ask, t.outcome, t.item_index from take_places(with_baskets, at_time) t loop
    basket_id := (with_baskets->ask->>'basketId')::int;
    if outcome <> 'ok' and basket_id = any(made) then
      empty := empty || basket_id;
    end if;
    return next;
  end loop;
  if empty is not null then
    delete from basket b where b.id = any(empty);
  end if;
end
$$;

alter function take_places_for_all
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off;
