-- Closes a basket against changes while it is paid: its places are held until `until_time`, and the payment is written
-- before the card company is called. Answers the payment's id, or the items whose places are gone (the caller then
-- undoes the whole). The caller holds the lock of the basket.
create or replace function start_payment(payment jsonb, item_ids int[], until_time timestamptz, is_renewal boolean,
  at_time timestamptz) returns table (id int, lost jsonb)
language plpgsql as $$
declare
  started record;
begin
  if cardinality(item_ids) > 0 then
    select jsonb_agg(jsonb_build_object('itemId', r.item_id, 'outcome', r.outcome)) into lost
      from renew_places(item_ids, until_time, at_time) r;
    if lost is not null then
      return next;
      return;
    end if;
  end if;
  select p.* into started from jsonb_to_record(payment) as p(uuid uuid, "operatorId" int, "basketId" int,
    "customerId" int, provider text, amount int, currency text, status text, agreement jsonb, "saveCard" boolean,
    site text, "authorisedAt" timestamptz, "nextAttemptAt" timestamptz);
  insert into payment_transaction (uuid, operator_id, basket_id, customer_id, provider, amount, currency, status,
      agreement, save_card, site, created_at, updated_at, authorised_at, next_attempt_at)
    values (started.uuid, started."operatorId", started."basketId", started."customerId", started.provider,
      started.amount, started.currency, started.status, started.agreement, started."saveCard", started.site, at_time,
      at_time, started."authorisedAt", started."nextAttemptAt")
    returning payment_transaction.id into id;
  update basket b
    set status = 'paymentProcessing', renewals_used = b.renewals_used + is_renewal::int, updated_at = at_time
    where b.id = started."basketId";
  return next;
end
$$;
