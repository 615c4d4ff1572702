-- The items that take_places gives to baskets: judged one by one, written together.

-- An item of a request, as columns.
create or replace function requested_item(item jsonb) returns table (occurrence_id int, places int, id_form text,
  ticket_type_id int, pricing_option_id int, quantity int, unit_price int, purchased_for_id int, customer_reference text,
  person_id int, may_overlap boolean, for_guest boolean, is_another boolean, call_digest text)
language sql stable as $$
  select r."occurrenceId", r.places, r."idForm", r."ticketTypeId", r."pricingOptionId", r.quantity, r."unitPrice",
    r."purchasedForId", r."customerReference", r."personId", r."mayOverlap", coalesce(r."forGuest", false),
    coalesce(r."isAnother", false), r."callDigest"
    from jsonb_to_record(item) as r("occurrenceId" int, places int, "idForm" text, "ticketTypeId" int,
      "pricingOptionId" int, quantity int, "unitPrice" int, "purchasedForId" int, "customerReference" text,
      "personId" int, "mayOverlap" boolean, "forGuest" boolean, "isAnother" boolean, "callDigest" text)
$$;

-- Whether a basket line is for the same occurrence, ticket type and person. A ticket at another price is another line.
create or replace function is_same_line(line basket_item, of_basket int, of_occurrence int, ticket_type int,
  pricing_option int, purchased_for int) returns boolean
language sql immutable as $$
  select line.basket_id = of_basket and line.removed_at is null and line.occurrence_id = of_occurrence
    and line.ticket_type_id is not distinct from ticket_type
    and line.purchased_for_id is not distinct from purchased_for
    and (ticket_type is null or line.pricing_option_id = pricing_option)
$$;

-- Whether a basket may have an item: 'ok', 'held_already' or the refusal. `offer_id` is the hold of an offer that the
-- line is to have, `desk_hold_id` the hold whose places the desk keeps and the line needs. `ahead` are the places of its occurrence that have been given in this batch and are not written yet.
-- A refused item writes nothing.
create or replace function judge_item(of_basket int, item jsonb, ahead int, at_time timestamptz,
  out outcome text, out offer_id bigint, out desk_hold_id bigint)
language plpgsql as $$
declare
  it record;
  existing int;
  offered_places int := 0;
begin
  select r.* into it from requested_item(item) r;
  -- A live line of the same slot or class is kept, and notes each call that adds it again. A ticket is a line of its own,
  -- and so is another walk-in's place, unless the same call has added it before, or does not say which it is.
  select bi.id into existing from basket_item bi join live_holds(at_time) h on h.id = bi.hold_id and h.state = 'held'
    where is_same_line(bi, of_basket, it.occurrence_id, it.ticket_type_id, it.pricing_option_id, it.purchased_for_id)
      and bi.customer_reference is not distinct from it.customer_reference and bi.for_guest = it.for_guest
      and ((it.ticket_type_id is null and not it.is_another) or it.call_digest is null or it.call_digest = any(bi.added_by))
    limit 1;
  if existing is not null then
    update basket_item bi set added_by = bi.added_by || it.call_digest
      where bi.id = existing and it.call_digest <> all(bi.added_by) and cardinality(bi.added_by) < 100;
    outcome := 'held_already';
    return;
  end if;
  if not it.may_overlap and has_booked(it.person_id, it.occurrence_id) then
    outcome := 'already_booked';
    return;
  end if;
  if exists (select 1 from open_waitlist_entry w where w.occurrence_id = it.occurrence_id) then
    perform promote_waitlist(it.occurrence_id, at_time);
    select f.id, f.places into offer_id, offered_places
      from find_offer(it.occurrence_id, of_basket, it.person_id, at_time) f;
  end if;
  -- A person with an offer needs only what they want beyond it.
  if offer_id is null or it.places > offered_places then
    outcome := check_availability(it.occurrence_id, of_basket, ahead + it.places - coalesce(offered_places, 0), at_time);
  elsif (select o.status from occurrence o where o.id = it.occurrence_id) <> 'scheduled' then
    outcome := 'cancelled';
  end if;
  if outcome in ('full', 'held') and offer_id is null then
    desk_hold_id := find_desk_hold(it.occurrence_id, of_basket, ahead + it.places, at_time);
    if desk_hold_id is not null then
      outcome := null;
    end if;
  end if;
  if outcome is null and not it.may_overlap and has_conflicting_hold(it.person_id, it.occurrence_id, null, at_time) then
    outcome := 'clash';
  end if;
  outcome := coalesce(outcome, 'ok');
end
$$;

-- Gives the places that are on offer to an item of a basket.
create or replace function take_over_offer(offer_id bigint, item jsonb, at_time timestamptz) returns void
language plpgsql as $$
declare
  of_basket int := (item->>'basketId')::int;
  wanted int := (item->>'places')::int;
  offered hold;
  guard text;
begin
  select h.* into offered from hold h where h.id = offer_id;
  guard := open_reservation_guard();
  update hold h
    set basket_id = of_basket, waitlist_entry_id = null, person_id = (item->>'personId')::int, places = wanted,
      -- The limit of renewals counts from now, not from when the offer was made.
      created_at = at_time,
      -- The hold never ends before the offer would have.
      held_until = greatest(h.held_until, (item->>'heldUntil')::timestamptz)
    where h.id = offer_id;
  update occurrence o set places_taken = o.places_taken + wanted - offered.places
    where o.id = offered.occurrence_id and wanted <> offered.places;
  guard := close_reservation_guard();
  perform mark_offer_taken(offered.waitlist_entry_id, (select b.customer_id from basket b where b.id = of_basket), at_time);
  if wanted < offered.places then
    perform promote_waitlist(offered.occurrence_id, at_time);
  end if;
end
$$;

-- Writes the lines of items that are given, with their holds: a list of items with "basketId" and "heldUntil", each in a
-- basket of its own.
create or replace function write_lines(lines jsonb, hold_ids bigint[], at_time timestamptz) returns void
language plpgsql as $$
begin
  with line as materialized (
    select l.ordinality as nth, (l.value->>'basketId')::int as basket_id, hold_ids[l.ordinality] as hold_id, it.*
      from jsonb_array_elements(lines) with ordinality l, requested_item(l.value) it
  ), lapsed_removed as (
    -- The new line replaces a lapsed line of the same item.
    update basket_item bi set removed_at = at_time
      from line l, hold h
      where h.id = bi.hold_id
        and is_same_line(bi, l.basket_id, l.occurrence_id, l.ticket_type_id, l.pricing_option_id, l.purchased_for_id)
        and bi.for_guest = l.for_guest
        and (h.state = 'expired' or (h.state = 'held' and h.held_until <= at_time))
  ), baskets_updated as (
    update basket b set updated_at = at_time from line l where b.id = l.basket_id
  )
  insert into basket_item (basket_id, occurrence_id, hold_id, id_form, ticket_type_id, pricing_option_id,
      quantity, unit_price, purchased_for_id, customer_reference, for_guest, added_by, sort_by, added_at)
    select l.basket_id, l.occurrence_id, l.hold_id, l.id_form, l.ticket_type_id, l.pricing_option_id, l.quantity,
      l.unit_price, l.purchased_for_id, l.customer_reference, l.for_guest, array_remove(array[l.call_digest], null),
      coalesce((select max(bi.sort_by) + 1 from basket_item bi where bi.basket_id = l.basket_id), 0), at_time
    from line l order by l.nth;
end
$$;

-- Takes an item that is given. What is on offer to its person is used, or what the desk keeps.
create or replace function take_item(item jsonb, offer_id bigint, desk_hold_id bigint, at_time timestamptz) returns void
language plpgsql as $$
declare
  lines jsonb := jsonb_build_array(item);
begin
  if desk_hold_id is not null then
    perform write_lines(lines, array[take_from_desk(desk_hold_id, item, at_time)], at_time);
  elsif offer_id is null then
    perform take_given(lines, at_time);
  else
    perform take_over_offer(offer_id, item, at_time);
    perform write_lines(lines, array[offer_id], at_time);
  end if;
end
$$;

-- Takes items that are given, each for a basket of its own.
create or replace function take_given(lines jsonb, at_time timestamptz) returns void
language plpgsql as $$
begin
  if jsonb_array_length(lines) > 0 then
    perform write_lines(lines, create_holds(lines, at_time), at_time);
  end if;
end
$$;

-- Takes several items for a basket, all or none. Returns 'ok', or the first refusal and the index of its item.
create or replace function take_all_items(of_basket int, items jsonb, held jsonb, at_time timestamptz,
  out outcome text, out item_index int)
language plpgsql as $$
declare
  judged record;
begin
  for i in 0 .. jsonb_array_length(items) - 1 loop
    item_index := i;
    judged := judge_item(of_basket, items->i, 0, at_time);
    outcome := judged.outcome;
    if outcome = 'ok' then
      perform take_item(items->i || held, judged.offer_id, judged.desk_hold_id, at_time);
    elsif outcome <> 'held_already' then
      -- The exception rolls back the items taken in this block.
      raise exception using errcode = 'ON001';
    end if;
  end loop;
  outcome := 'ok';
  item_index := null;
exception when sqlstate 'ON001' then
  null;
end
$$;
