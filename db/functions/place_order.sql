-- Makes the order of a basket: its places are confirmed, each line becomes a booking, and the basket is paid. Answers
-- the items whose places are gone (the caller then undoes the whole), and what is left to do for some orders: uses of
-- benefits and packages, and takings of the desk. `order_id` is null when the reference is in use. The caller holds the
-- locks of the basket and of the buyer.
create or replace function place_order(new_order jsonb, at_time timestamptz)
returns table (order_id int, basket_uuid text, lost jsonb, venue_ids int[], payment_ids int[], has_uses boolean,
  is_sold_by_staff boolean)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  ordered record;
  item_ids int[];
begin
  select o.* into ordered from jsonb_to_record(new_order) as o("operatorId" int, "basketId" int, "customerId" int,
    reference text, email text, "payerFirstName" text, "payerLastName" text, source text, total int, "taxTotal" int,
    "itemHash" text, items jsonb, "termsAccepted" jsonb, lines jsonb, payments jsonb);
  item_ids := array(select (l->>'itemId')::int from jsonb_array_elements(ordered.lines) l);
  if cardinality(item_ids) > 0 then
    select jsonb_agg(jsonb_build_object('itemId', c.item_id, 'outcome', c.outcome)) into lost
      from confirm_places(item_ids, at_time) c;
    if lost is not null then
      return next;
      return;
    end if;
  end if;

  insert into customer_order (operator_id, basket_id, customer_id, reference, placed_at, email, payer_first_name,
      payer_last_name, source, total, tax_total, item_hash, items, terms_accepted)
    values (ordered."operatorId", ordered."basketId", ordered."customerId", ordered.reference, at_time, ordered.email,
      ordered."payerFirstName", ordered."payerLastName", ordered.source, ordered.total, ordered."taxTotal",
      ordered."itemHash", ordered.items,
      array(select jsonb_array_elements_text(ordered."termsAccepted")::int))
    on conflict (operator_id, reference) do nothing
    returning id into order_id;
  if order_id is null then
    return next;
    return;
  end if;

  insert into booking (order_id, basket_item_id, hold_id, occurrence_id, id_form, customer_id, person_id, quantity,
      price, vat_rate, tax, access_code, position, created_at)
    select place_order.order_id, bi.id, h.id, bi.occurrence_id, bi.id_form, ordered."customerId", h.person_id,
        bi.quantity, l.price, l."vatRate", l.tax, l."accessCode", l.position, at_time
      from jsonb_to_recordset(ordered.lines) as l("itemId" int, price int, "vatRate" int, tax int, "accessCode" text,
        position int)
      join basket_item bi on bi.id = l."itemId" join hold h on h.id = bi.hold_id
      order by l.position;
  with paid as (
    insert into order_payment (order_id, tender_type, credit_type, amount, transaction_id, paid_at)
      select place_order.order_id, p."tenderType", p."creditType", p.amount, p."transactionId", at_time
        from rows from (jsonb_to_recordset(ordered.payments) as ("tenderType" text, "creditType" text, amount int,
          "transactionId" int)) with ordinality as p("tenderType", "creditType", amount, "transactionId", nth)
        order by p.nth
      returning id
  )
  select array_agg(p.id order by p.id) into payment_ids from paid p;

  select array_agg(distinct o.venue_id) into venue_ids
    from basket_item bi join occurrence o on o.id = bi.occurrence_id where bi.id = any(item_ids);
  has_uses := exists (select 1 from basket_item bi where bi.id = any(item_ids) and bi.discount > 0)
    or exists (select 1 from benefit_use u where u.basket_item_id = any(item_ids) and u.state = 'reserved')
    or exists (select 1 from package_use u where u.basket_item_id = any(item_ids) and u.state = 'reserved');
  update basket b set status = 'paymentComplete', updated_at = at_time where b.id = ordered."basketId"
    returning b.uuid::text, exists (
      select 1 from customer s where s.id = b.customer_id and s.role = 'staff'
        and ordered."customerId" is distinct from s.id
    ) into basket_uuid, is_sold_by_staff;
  return next;
end
$$;
