-- Changes how many places the live hold of a basket item has: 'ok', or why not. Fewer always succeeds.
create or replace function resize_places(of_item int, wanted int, at_time timestamptz) returns text
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  item record;
  verdict text;
  guard text;
begin
  perform lock_places(array(select bi.occurrence_id from basket_item bi where bi.id = of_item));
  select bi.occurrence_id, bi.basket_id, h.id as hold_id, h.places, a.kind,
    h.state = 'held' and h.held_until > at_time as is_live
    into item
    from basket_item bi join hold h on h.id = bi.hold_id
    join occurrence o on o.id = bi.occurrence_id join activity a on a.id = o.activity_id
    where bi.id = of_item;
  if not item.is_live or item.kind = 'courts' then
    return case when item.places = wanted then 'ok' else 'full' end;
  end if;
  if wanted > item.places then
    verdict := promote_and_check_availability(item.occurrence_id, item.basket_id, wanted - item.places, at_time);
    if verdict is not null then
      return verdict;
    end if;
  end if;
  guard := open_reservation_guard();
  update occurrence o set places_taken = o.places_taken + wanted - item.places where o.id = item.occurrence_id;
  update hold h set places = wanted where h.id = item.hold_id;
  guard := close_reservation_guard();
  return 'ok';
end
$$;
