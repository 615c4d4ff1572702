-- Takes the items of one request for a basket. take_places calls it where take_simple_requests cannot answer.

-- An item of a request, as columns.
create or replace function requested_item(item jsonb) returns table (occurrence_id int, places int, id_form text,
  ticket_type_id int, pricing_option_id int, quantity int, unit_price int, purchased_for_id int, customer_reference text,
  person_id int, may_overlap boolean)
language sql stable as $$
  select r."occurrenceId", r.places, r."idForm", r."ticketTypeId", r."pricingOptionId", r.quantity, r."unitPrice",
    r."purchasedForId", r."customerReference", r."personId", r."mayOverlap"
    from jsonb_to_record(item) as r("occurrenceId" int, places int, "idForm" text, "ticketTypeId" int,
      "pricingOptionId" int, quantity int, "unitPrice" int, "purchasedForId" int, "customerReference" text,
      "personId" int, "mayOverlap" boolean)
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

-- Takes one item for a basket. Returns 'ok' or the refusal; a refused item writes nothing.
create or replace function take_item(of_basket int, until_time timestamptz, item jsonb, at_time timestamptz) returns text
language plpgsql as $$
declare
  it record;
  guest boolean := coalesce((item->>'forGuest')::boolean, false);
  existing int;
  offer record;
  verdict text;
  new_hold bigint;
  guard text;
begin
  select r.* into it from requested_item(item) r;
  -- A live line of the same slot or class is kept, and notes each call that adds it again. A ticket is a line of its own, unless the
  -- same call has added it before, or does not say which it is.
  select bi.id into existing from basket_item bi join live_holds(at_time) h on h.id = bi.hold_id and h.state = 'held'
    where is_same_line(bi, of_basket, it.occurrence_id, it.ticket_type_id, it.pricing_option_id, it.purchased_for_id)
      and bi.customer_reference is not distinct from it.customer_reference and bi.for_guest = guest
      and (it.ticket_type_id is null or item->>'callDigest' is null or item->>'callDigest' = any(bi.added_by))
    limit 1;
  if existing is not null then
    update basket_item bi set added_by = bi.added_by || (item->>'callDigest')
      where bi.id = existing and item->>'callDigest' <> all(bi.added_by) and cardinality(bi.added_by) < 100;
    return 'ok';
  end if;
  if not it.may_overlap and has_booked(it.person_id, it.occurrence_id) then
    return 'already_booked';
  end if;
  if exists (select 1 from waitlist_entry w where w.occurrence_id = it.occurrence_id and w.state = 'waiting') then
    perform promote_waitlist(it.occurrence_id, at_time);
  end if;
  select f.* into offer from find_offer(it.occurrence_id, of_basket, it.person_id, at_time) f;
  -- A person with an offer needs only what they want beyond it.
  if offer.id is null then
    verdict := check_availability(it.occurrence_id, of_basket, it.places, at_time);
  elsif (select o.status from occurrence o where o.id = it.occurrence_id) <> 'scheduled' then
    verdict := 'cancelled';
  elsif it.places > offer.places then
    verdict := check_availability(it.occurrence_id, of_basket, it.places - offer.places, at_time);
  end if;
  if verdict is null and not it.may_overlap and has_conflicting_hold(it.person_id, it.occurrence_id, null, at_time) then
    verdict := 'clash';
  end if;
  if verdict is not null then
    return verdict;
  end if;

  if offer.id is null then
    new_hold := create_hold(it.occurrence_id, of_basket, it.person_id, null, null, it.places, until_time, at_time);
  else
    new_hold := offer.id;
    guard := open_reservation_guard();
    update hold h
      set basket_id = of_basket, waitlist_entry_id = null, person_id = it.person_id, places = it.places,
        -- The limit of renewals counts from now, not from when the offer was made.
        created_at = at_time,
        -- The hold never ends before the offer would have.
        held_until = greatest(h.held_until, until_time)
      where h.id = offer.id;
    update occurrence o set places_taken = o.places_taken + it.places - offer.places
      where o.id = it.occurrence_id and it.places <> offer.places;
    guard := close_reservation_guard();
    perform mark_offer_taken(offer.entry_id, (select b.customer_id from basket b where b.id = of_basket), at_time);
    if it.places < offer.places then
      perform promote_waitlist(it.occurrence_id, at_time);
    end if;
  end if;
  -- The new line replaces a lapsed line of the same item.
  update basket_item bi set removed_at = at_time
    from hold h where h.id = bi.hold_id
      and is_same_line(bi, of_basket, it.occurrence_id, it.ticket_type_id, it.pricing_option_id, it.purchased_for_id)
      and bi.for_guest = guest
      and (h.state = 'expired' or (h.state = 'held' and h.held_until <= at_time));
  insert into basket_item (basket_id, occurrence_id, hold_id, id_form, ticket_type_id, pricing_option_id,
      quantity, unit_price, purchased_for_id, customer_reference, for_guest, added_by, sort_by, added_at)
    values (of_basket, it.occurrence_id, new_hold, it.id_form, it.ticket_type_id, it.pricing_option_id,
      it.quantity, it.unit_price, it.purchased_for_id, it.customer_reference, guest,
      array_remove(array[item->>'callDigest'], null),
      coalesce((select max(bi.sort_by) + 1 from basket_item bi where bi.basket_id = of_basket), 0), at_time);
  return 'ok';
end
$$;

-- Takes several items for a basket, all or none. Returns 'ok', or the first refusal and the index of its item.
create or replace function take_all_items(of_basket int, until_time timestamptz, items jsonb, at_time timestamptz,
  out outcome text, out item_index int)
language plpgsql as $$
begin
  for i in 0 .. jsonb_array_length(items) - 1 loop
    item_index := i;
    outcome := take_item(of_basket, until_time, items->i, at_time);
    if outcome <> 'ok' then
      -- The exception rolls back the items taken in this block.
      raise exception using errcode = 'ON001';
    end if;
  end loop;
  item_index := null;
exception when sqlstate 'ON001' then
  null;
end
$$;
