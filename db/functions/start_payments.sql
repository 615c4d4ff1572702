-- Holds the places of baskets that are to be paid until `until_time`, of each all or none. Answers, by the uuid of the
-- payment, the items whose places are gone.
create or replace function hold_for_payments(starting jsonb, until_time timestamptz, at_time timestamptz) returns jsonb
language plpgsql as $$
declare
  lost jsonb;
  refused jsonb := '{}';
  one jsonb;
begin
  select jsonb_agg(jsonb_build_object('itemId', r.item_id, 'outcome', r.outcome)) into lost
    from renew_places(items_of_payments(starting), until_time, at_time) r;
  if lost is null then
    return refused;
  end if;
  -- The exception rolls back what has been renewed in this block.
  raise exception using errcode = 'ON001';
exception when sqlstate 'ON001' then
  if jsonb_array_length(starting) = 1 then
    return jsonb_build_object(starting->0->'payment'->>'uuid', lost);
  end if;
  for one in select s.value from jsonb_array_elements(starting) s loop
    refused := refused || hold_for_payments(jsonb_build_array(one), until_time, at_time);
  end loop;
  return refused;
end
$$;

create or replace function items_of_payments(starting jsonb) returns int[]
language sql immutable as $$
  select array(
    select i.value::int from jsonb_array_elements(starting) s, jsonb_array_elements_text(s.value->'itemIds') i
  )
$$;

-- Starts the payments of open baskets: their places are held until `until_time`, the payments are written before the
-- card company is called, and the baskets are closed against changes. A list of {"version", "itemIds", "payment"}. One
-- whose places are gone is answered with the items ("lost"), the others are started.
-- Without a version the caller has locked the basket. With one, what the payer agrees to was read without a lock: a
-- basket that has changed since is left out, as is one that is locked or has credit reserved. Nothing waits for the lock
-- of a basket.
create or replace function start_payments(starting jsonb, until_time timestamptz, is_renewal boolean, at_time timestamptz)
returns table (uuid text, id int, lost jsonb)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  baskets int[];
  ready jsonb;
  item_ids int[];
  refused jsonb;
begin
  baskets := array(
    select b.id from basket b
      where b.id in (
        select (s.value->'payment'->>'basketId')::int from jsonb_array_elements(starting) s
          where s.value->>'version' is not null
      )
      order by b.id for update skip locked
  );
  select jsonb_agg(s.value) into ready
    from jsonb_array_elements(starting) s join basket b on b.id = (s.value->'payment'->>'basketId')::int
    where b.status = 'open' and (s.value->>'version' is null or (
      b.id = any(baskets) and basket_version(b.id) = s.value->>'version'
      and not exists (select 1 from credit_reservation r where r.basket_id = b.id and r.state = 'reserved')
    ));
  if ready is null then
    return;
  end if;
  -- All that the payments need, before it is held basket by basket.
  item_ids := items_of_payments(ready);
  perform 1 from customer c where c.id in (
    select h.person_id from basket_item bi join hold h on h.id = bi.hold_id where bi.id = any(item_ids)
  ) order by c.id for no key update;
  perform lock_places(array(select distinct bi.occurrence_id from basket_item bi where bi.id = any(item_ids)));
  refused := hold_for_payments(ready, until_time, at_time);
  return query select r.key, null::int, r.value from jsonb_each(refused) r;

  return query with wanted as materialized (
    select p.* from jsonb_array_elements(ready) s
      cross join lateral jsonb_to_record(s.value->'payment') as p(uuid uuid, "operatorId" int, "basketId" int,
        "customerId" int, provider text, amount int, currency text, status text, agreement jsonb, "saveCard" boolean,
        site text, "createdAt" timestamptz, "authorisedAt" timestamptz, "nextAttemptAt" timestamptz)
      where not refused ? p.uuid::text
  ), closed as (
    update basket b
      set status = 'paymentProcessing', renewals_used = b.renewals_used + is_renewal::int, updated_at = at_time
      from wanted w where b.id = w."basketId"
  )
  insert into payment_transaction as t (uuid, operator_id, basket_id, customer_id, provider, amount, currency, status,
      agreement, save_card, site, created_at, updated_at, authorised_at, next_attempt_at)
    select w.uuid, w."operatorId", w."basketId", w."customerId", w.provider, w.amount, w.currency, w.status,
      w.agreement, w."saveCard", w.site, w."createdAt", at_time, w."authorisedAt", w."nextAttemptAt"
    from wanted w order by w."basketId"
    returning t.uuid::text, t.id, null::jsonb;
end
$$;
