-- Changes how many places the live hold of a basket item has: 'ok', or why not. Fewer always succeeds. What is on offer to
-- who takes more is theirs; a basket of the desk has what the desk keeps, and gives that back first.
create or replace function resize_places(of_item int, wanted int, at_time timestamptz) returns text
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  item record;
  offer record;
  offered int := 0;
  desk_hold bigint;
  from_desk int := 0;
  verdict text;
  guard text;
begin
  perform lock_places(array(select bi.occurrence_id from basket_item bi where bi.id = of_item));
  select bi.occurrence_id, bi.basket_id, h.id as hold_id, h.places, h.person_id, h.desk_hold_id, h.desk_places, a.kind,
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
    if verdict in ('full', 'held') and offer.id is null then
      desk_hold := find_desk_hold(item.occurrence_id, item.basket_id, wanted - item.places, at_time);
    end if;
    if verdict is not null and (desk_hold is null or desk_hold <> item.desk_hold_id) then
      return verdict;
    end if;
    if offer.id is not null then
      offered := offer.places;
      perform end_holds(array[offer.id], 'released', at_time);
      perform mark_offer_taken(offer.entry_id,
        (select b.customer_id from basket b where b.id = item.basket_id), at_time);
    end if;
  end if;
  if desk_hold is not null then
    select greatest(o.places_taken + wanted - item.places - o.capacity, 0) into from_desk
      from occurrence o where o.id = item.occurrence_id;
  elsif wanted < item.places then
    select d.id, -least(item.desk_places, item.places - wanted) into desk_hold, from_desk
      from hold d where d.id = item.desk_hold_id and d.state = 'held';
  end if;
  from_desk := coalesce(from_desk, 0);
  guard := open_reservation_guard();
  update hold d set places = d.places - from_desk where d.id = desk_hold and from_desk <> 0;
  update occurrence o set places_taken = o.places_taken + wanted - item.places - from_desk
    where o.id = item.occurrence_id;
  update hold h set places = wanted, desk_places = h.desk_places + from_desk,
      desk_hold_id = case when h.desk_places + from_desk > 0 then coalesce(desk_hold, h.desk_hold_id) end
    where h.id = item.hold_id;
  guard := close_reservation_guard();
  if offered > 0 and offered > wanted - item.places then
    perform promote_waitlist(item.occurrence_id, at_time);
  end if;
  return 'ok';
end
$$;
