-- Starts the payments of open baskets together, as start_payment does for one: a list of {"version", "itemIds",
-- "renewalsUsed", "payment"}. What the payers agreed to was read without a lock, so a basket that has changed since is
-- left out, as is one that is locked or has credit reserved: the caller starts these one by one. Nothing waits for the
-- lock of a basket. Where places are gone it answers the items, and the caller undoes the whole.
create or replace function start_payments(starting jsonb, until_time timestamptz, at_time timestamptz)
returns table (uuid text, id int, lost jsonb)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  baskets int[];
  ready jsonb;
begin
  baskets := array(
    select b.id from basket b
      where b.id in (select (s.value->'payment'->>'basketId')::int from jsonb_array_elements(starting) s)
        and b.status = 'open'
      order by b.id for update skip locked
  );
  select jsonb_agg(s.value) into ready
    from jsonb_array_elements(starting) s join basket b on b.id = (s.value->'payment'->>'basketId')::int
    where b.id = any(baskets) and basket_version(b.id) = s.value->>'version'
      and b.renewals_used = (s.value->>'renewalsUsed')::int
      and not exists (select 1 from credit_reservation r where r.basket_id = b.id and r.state = 'reserved');
  if ready is null then
    return;
  end if;
  select jsonb_agg(jsonb_build_object('itemId', r.item_id, 'outcome', r.outcome)) into lost
    from renew_places(array(
      select i.value::int from jsonb_array_elements(ready) s, jsonb_array_elements_text(s.value->'itemIds') i
    ), until_time, at_time) r;
  if lost is not null then
    return next;
    return;
  end if;
  return query with wanted as materialized (
    select p.* from jsonb_array_elements(ready) s
      cross join lateral jsonb_to_record(s.value->'payment') as p(uuid uuid, "operatorId" int, "basketId" int,
        "customerId" int, provider text, amount int, currency text, status text, agreement jsonb, "saveCard" boolean,
        site text, "createdAt" timestamptz, "nextAttemptAt" timestamptz)
  ), closed as (
    update basket b set status = 'paymentProcessing', renewals_used = b.renewals_used + 1, updated_at = at_time
      from wanted w where b.id = w."basketId"
  )
  insert into payment_transaction as t (uuid, operator_id, basket_id, customer_id, provider, amount, currency, status,
      agreement, save_card, site, created_at, updated_at, next_attempt_at)
    select w.uuid, w."operatorId", w."basketId", w."customerId", w.provider, w.amount, w.currency, w.status,
      w.agreement, w."saveCard", w.site, w."createdAt", at_time, w."nextAttemptAt"
    from wanted w order by w."basketId"
    returning t.uuid::text, t.id, null::jsonb;
end
$$;
