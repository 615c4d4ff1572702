-- Confirms the places of orders, of each all or none. Answers those that cannot be made: by basket, the items whose places
-- are gone ("lost") or, where it is that, the lines whose benefit or visit is ("forfeited").
create or replace function confirm_orders(new_orders jsonb, at_time timestamptz) returns jsonb
language plpgsql as $$
declare
  item_ids int[] := array(
    select (l.value->>'itemId')::int from jsonb_array_elements(new_orders) o, jsonb_array_elements(o.value->'lines') l
  );
  lost jsonb;
  forfeited jsonb;
  refused jsonb := '{}';
  one jsonb;
begin
  if cardinality(item_ids) = 0 then
    return refused;
  end if;
  select jsonb_agg(jsonb_build_object('itemId', c.item_id, 'outcome', c.outcome)) into lost
    from confirm_places(item_ids, at_time) c;
  select jsonb_agg(bi.id) into forfeited from basket_item bi
    where bi.id = any(item_ids) and bi.discount > 0 and not has_reserved_use(bi.id);
  if lost is null and forfeited is null then
    return refused;
  end if;
  -- The exception rolls back what has been confirmed in this block.
  raise exception using errcode = 'ON001';
exception when sqlstate 'ON001' then
  if jsonb_array_length(new_orders) = 1 then
    return jsonb_build_object(new_orders->0->>'basketId', case
      when lost is null then jsonb_build_object('forfeited', forfeited)
      else jsonb_build_object('lost', lost)
    end);
  end if;
  for one in select o.value from jsonb_array_elements(new_orders) o loop
    refused := refused || confirm_orders(jsonb_build_array(one), at_time);
  end loop;
  return refused;
end
$$;

-- Whether a benefit or a visit is reserved for a line. Locked, so that it is still there when it is used.
create or replace function has_reserved_use(of_item int) returns boolean
language plpgsql as $$
begin
  perform 1 from benefit_use u where u.basket_item_id = of_item and u.state = 'reserved' for no key update;
  if found then
    return true;
  end if;
  perform 1 from package_use u where u.basket_item_id = of_item and u.state = 'reserved' for no key update;
  return found;
end
$$;

-- Makes the orders of baskets, one each: their places are confirmed, each line becomes a booking, and the baskets are
-- paid. One that cannot be made is answered with why not (see confirm_orders), the others are made. Answers what is left to
-- do for some orders: uses of benefits and packages, takings of the desk, and sessions that may have been changed.
-- `order_id` is null, too, when the reference is in use. Lines that came to a customer's basket while it was being paid, by
-- logging in, are moved to a new basket of theirs. The caller holds the locks of the baskets, of the buyers and of those who
-- take part.
create or replace function place_orders(new_orders jsonb, at_time timestamptz)
returns table (basket_id int, order_id int, basket_uuid text, lost jsonb, forfeited int[], venue_ids int[],
  payment_ids int[], has_uses boolean, is_sold_by_staff boolean, has_changed_sessions boolean)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  item_ids int[] := array(
    select (l.value->>'itemId')::int from jsonb_array_elements(new_orders) o, jsonb_array_elements(o.value->'lines') l
  );
  refused jsonb;
  late record;
  next_basket int;
begin
  -- All that the orders need, before it is confirmed order by order.
  perform lock_places(array(select distinct bi.occurrence_id from basket_item bi where bi.id = any(item_ids)));
  refused := confirm_orders(new_orders, at_time);
  return query select (o.value->>'basketId')::int, null::int, null::text, r.value->'lost',
      array(select jsonb_array_elements_text(r.value->'forfeited')::int), null::int[], null::int[], false, false, false
    from jsonb_array_elements(new_orders) o join jsonb_each(refused) r on r.key = o.value->>'basketId';

  return query with ordered as materialized (
    select o.* from jsonb_to_recordset(new_orders) as o("operatorId" int, "basketId" int, "customerId" int,
      reference text, email text, "payerFirstName" text, "payerLastName" text, "payerPhone" text, language text, source text,
      total int, "taxTotal" int, "itemHash" text, items jsonb, "termsAccepted" jsonb, lines jsonb, payments jsonb)
      where not refused ? o."basketId"::text
  ), placed as (
    insert into customer_order (operator_id, basket_id, customer_id, reference, placed_at, email, payer_first_name,
        payer_last_name, payer_phone, language, source, total, tax_total, item_hash, items, terms_accepted)
      select o."operatorId", o."basketId", o."customerId", o.reference, at_time, o.email, o."payerFirstName",
        o."payerLastName", coalesce(o."payerPhone", ''), o.language, o.source, o.total, o."taxTotal", o."itemHash", o.items,
        array(select jsonb_array_elements_text(o."termsAccepted")::int)
      from ordered o order by o."basketId"
      on conflict (operator_id, reference) do nothing
      returning id, basket_id
  ), line as materialized (
    select p.id as order_id, o."basketId" as basket_id, o."customerId" as customer_id, bi.id as item_id, bi.hold_id,
        bi.occurrence_id, bi.id_form, bi.quantity, bi.discount, h.person_id, oc.venue_id, l.price, l."vatRate", l.tax,
        l."accessCode", l.position, a.free_cancel_minutes, a.late_cancel_fee,
        -- One whose hold had lapsed may have been changed by the operator's files.
        oc.planned_starts_at is not null or h.created_at = at_time as is_changed
      from placed p join ordered o on o."basketId" = p.basket_id
      cross join lateral jsonb_to_recordset(o.lines) as l("itemId" int, price int, "vatRate" int, tax int,
        "accessCode" text, position int)
      join basket_item bi on bi.id = l."itemId" join hold h on h.id = bi.hold_id
      join occurrence oc on oc.id = bi.occurrence_id join activity a on a.id = oc.activity_id
  ), booked as (
    insert into booking (order_id, basket_item_id, hold_id, occurrence_id, id_form, customer_id, person_id, quantity,
        price, vat_rate, tax, access_code, position, created_at, free_cancel_minutes, late_cancel_fee)
      select l.order_id, l.item_id, l.hold_id, l.occurrence_id, l.id_form, l.customer_id, l.person_id, l.quantity,
        l.price, l."vatRate", l.tax, l."accessCode", l.position, at_time, l.free_cancel_minutes, l.late_cancel_fee
      from line l order by l.order_id, l.position
  ), paid as (
    insert into order_payment (order_id, tender_type, credit_type, amount, transaction_id, card_last_four, paid_at)
      select p.id, y."tenderType", y."creditType", y.amount, y."transactionId", y."cardLastFour", at_time
      from placed p join ordered o on o."basketId" = p.basket_id
      cross join lateral rows from (jsonb_to_recordset(o.payments) as ("tenderType" text, "creditType" text,
        amount int, "transactionId" int, "cardLastFour" text)) with ordinality
        as y("tenderType", "creditType", amount, "transactionId", "cardLastFour", nth)
      order by p.id, y.nth
      returning id, order_id
  ), closed as (
    update basket b set status = 'paymentComplete', updated_at = at_time
      from placed p where b.id = p.basket_id
      returning b.id, b.uuid::text as uuid, b.customer_id
  )
  select o."basketId", p.id, b.uuid, null::jsonb, null::int[],
    (select array_agg(distinct l.venue_id) from line l where l.order_id = p.id),
    (select array_agg(y.id order by y.id) from paid y where y.order_id = p.id),
    exists (
      select 1 from line l where l.order_id = p.id and (
        l.discount > 0
        or exists (select 1 from benefit_use u where u.basket_item_id = l.item_id and u.state = 'reserved')
        or exists (select 1 from package_use u where u.basket_item_id = l.item_id and u.state = 'reserved')
      )
    ),
    exists (
      select 1 from customer s
        where s.id = b.customer_id and s.role = 'staff' and o."customerId" is distinct from s.id
    ),
    exists (select 1 from line l where l.order_id = p.id and l.is_changed)
  from ordered o left join placed p on p.basket_id = o."basketId" left join closed b on b.id = o."basketId";

  for late in
    select b.id, b.operator_id, b.customer_id, b.login_digest, b.priced_for_id, b.notices, array_agg(bi.id) as item_ids
      from basket b join payment_transaction t on t.basket_id = b.id and t.status = 'authorised'
      join basket_item bi on bi.basket_id = b.id join hold h on h.id = bi.hold_id
      where b.id in (select (o.value->>'basketId')::int from jsonb_array_elements(new_orders) o)
        and b.status = 'paymentComplete' and b.customer_id is not null
        -- What had lapsed before the payment began is not part of it, nor of the next basket.
        and bi.removed_at is null and bi.id <> all(item_ids) and h.held_until > t.created_at
      group by b.id
      order by b.id
  loop
    insert into basket (operator_id, customer_id, login_digest, priced_for_id, notices, created_at, updated_at)
      values (late.operator_id, late.customer_id, late.login_digest, late.priced_for_id, late.notices, at_time, at_time)
      returning id into next_basket;
    update basket_item bi set basket_id = next_basket where bi.id = any(late.item_ids);
    perform move_holds(late.item_ids, next_basket);
  end loop;
end
$$;
