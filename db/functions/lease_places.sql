-- Places for orders of booking partners: a line for each OrderItem, whoever it is for (docs/decisions/0026-partner-orders.md).

-- How many places of each occurrence a basket may have: `own` are those it has on lease, `free` those and the ones that
-- are free, `available` those and the ones other baskets may give back. Locks the places until the end of the
-- transaction; what is free goes to the waitlist first.
create or replace function find_lease_limits(of_basket int, occurrence_ids int[], at_time timestamptz)
returns table (occurrence_id int, own int, free int, available int)
language plpgsql as $$
declare
  occ record;
  committed int;
  in_other_baskets int;
  verdict text;
begin
  perform lock_places(occurrence_ids);
  for occ in
    select o.id, o.capacity, a.kind = 'courts' as on_floor from occurrence o join activity a on a.id = o.activity_id
      where o.id = any(occurrence_ids) order by o.id
  loop
    occurrence_id := occ.id;
    select coalesce(sum(h.places), 0) into own from live_holds(at_time) h
      where h.occurrence_id = occ.id and h.state = 'held' and h.basket_id = of_basket;
    if occ.on_floor then
      verdict := case when own = 0 then promote_and_check_availability(occ.id, of_basket, 1, at_time) end;
      free := case when own > 0 then own when verdict is null or verdict = 'clash' then 1 else 0 end;
      available := case when verdict = 'held' then 1 else free end;
    else
      if exists (select 1 from waitlist_entry w where w.occurrence_id = occ.id and w.state = 'waiting') then
        perform promote_waitlist(occ.id, at_time);
      end if;
      committed := count_committed_places(occ.id, at_time);
      select coalesce(sum(h.places), 0) into in_other_baskets from live_holds(at_time) h
        where h.occurrence_id = occ.id and h.state = 'held' and h.waitlist_entry_id is null
          and h.basket_id is distinct from of_basket;
      free := greatest(own, occ.capacity - committed - in_other_baskets);
      available := greatest(free, occ.capacity - committed);
    end if;
    return next;
  end loop;
end
$$;

-- Takes places for a basket, a line for each item, all or none: 'ok' and the lines in the order of the items, or the
-- refusal and the index of its item. Items are as in take_places. The caller holds the lock of the basket.
create or replace function lease_places(of_basket int, until_time timestamptz, items jsonb, at_time timestamptz,
  out outcome text, out item_index int, out item_ids int[])
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  it record;
  new_hold bigint;
  new_item int;
begin
  item_ids := '{}';
  perform lock_places(array(select distinct (i.value->>'occurrenceId')::int from jsonb_array_elements(items) i));
  for i in 0 .. jsonb_array_length(items) - 1 loop
    select r.* into it from requested_item(items->i) r;
    item_index := i;
    outcome := promote_and_check_availability(it.occurrence_id, of_basket, it.places, at_time);
    if outcome is not null then
      -- The exception rolls back the items taken in this block.
      raise exception using errcode = 'ON001';
    end if;
    new_hold := create_hold(it.occurrence_id, of_basket, null, null, null, it.places, until_time, at_time);
    insert into basket_item (basket_id, occurrence_id, hold_id, id_form, ticket_type_id, pricing_option_id, quantity,
        unit_price, sort_by, added_at)
      values (of_basket, it.occurrence_id, new_hold, it.id_form, it.ticket_type_id, it.pricing_option_id, 1,
        it.unit_price, coalesce((select max(bi.sort_by) + 1 from basket_item bi where bi.basket_id = of_basket), 0),
        at_time)
      returning id into new_item;
    item_ids := item_ids || new_item;
  end loop;
  outcome := 'ok';
  item_index := null;
exception when sqlstate 'ON001' then
  item_ids := null;
end
$$;
