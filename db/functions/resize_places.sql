-- Changes how many places the live hold of a basket item has: 'ok', or why not. Fewer always succeeds. What is on offer to
-- who takes more is theirs.
create or replace function resize_places(of_item int, wanted int, at_time timestamptz) returns text
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  item record;
  offer record;
  offered int := 0;
  verdict text;
  guard text;
begin
  perform lock_places(array(select bi.occurrence_id from basket_item bi where bi.id = of_item));
  select bi.occurrence_id, bi.basket_id, h.id as hold_id, h.places, h.person_id, a.kind,
    h.state = 'held' and h.held_until > at_time as is_live
    into item
    from basket_item bi join hold h on h.id = bi.hold_id
    join occurrence o on o.id = bi.occurrence_id join activity a on a.id = o.activity_id
    where bi.id = of_item;
  if not item.is_live or item.kind = 'courts' then
    return case when item.places = wanted then 'ok' else 'full' end;
  end if;
  if wanted > item.places then
    select f.* into offer from find_offer(item.occurrence_id, item.basket_id, item.person_id, at_time) f;
    if offer.id is null or wanted - item.places > offer.places then
      verdict := promote_and_check_availability(item.occurrence_id, item.basket_id,
        wanted - item.places - coalesce(offer.places, 0), at_time);
    end if;
    if verdict is not null then
      return verdict;
    end if;
    if offer.id is not null then
      offered := offer.places;
      perform end_holds(array[offer.id], 'released', at_time);
      perform mark_offer_taken(offer.entry_id,
        (select b.customer_id from basket b where b.id = item.basket_id), at_time);
    end if;
  end if;
  guard := open_reservation_guard();
  update occurrence o set places_taken = o.places_taken + wanted - item.places where o.id = item.occurrence_id;
  update hold h set places = wanted where h.id = item.hold_id;
  guard := close_reservation_guard();
  if offered > 0 and offered > wanted - item.places then
    perform promote_waitlist(item.occurrence_id, at_time);
  end if;
  return 'ok';
end
$$;
