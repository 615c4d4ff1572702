-- Holds basket items until `until_time`: those still held keep their places, those that lapsed take them again if they
-- can. A ticket whose type has other places than when it was held gets those; a booking that moves keeps those it was
-- sold with. All or nothing: answers the items that could not be held, with the reason, and the caller then undoes the whole.
-- The caller holds the lock of the basket.
create or replace function renew_places(item_ids int[], until_time timestamptz, at_time timestamptz)
returns table (item_id int, outcome text)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  item record;
  floor_wanted int;
  floor_claimed int;
  new_hold bigint;
  desk_hold bigint;
  verdict text;
  guard text;
  renewed_ids int[];
begin
  perform 1 from customer c where c.id in (
    select h.person_id from basket_item bi join hold h on h.id = bi.hold_id where bi.id = any(item_ids)
  ) order by c.id for no key update;
  perform lock_places(array(select distinct bi.occurrence_id from basket_item bi where bi.id = any(item_ids)));
  -- Most lines hold places of a class, and still do.
  guard := open_reservation_guard();
  with renewed as (
    update hold h set held_until = greatest(h.held_until, until_time)
      from basket_item bi left join ticket_type t on t.id = bi.ticket_type_id and not is_line_of_move(bi.id),
        occurrence o, activity a
      where bi.id = any(item_ids) and h.id = bi.hold_id and h.state = 'held' and h.held_until > at_time
        and o.id = bi.occurrence_id and o.status = 'scheduled' and a.id = o.activity_id and a.kind <> 'courts'
        and h.places = coalesce(bi.quantity * t.places, h.places)
      returning bi.id
  )
  select array_agg(r.id) into renewed_ids from renewed r;
  guard := close_reservation_guard();
  item_ids := array(select i from unnest(item_ids) i where i <> all(coalesce(renewed_ids, '{}')));
  for item in
    select bi.id, bi.occurrence_id, bi.basket_id, h.id as hold_id, h.state, h.places, h.person_id,
      coalesce(bi.quantity * t.places, h.places) as places_wanted,
      h.state = 'held' and h.held_until > at_time as is_live, o.status, o.location_id, a.kind = 'courts' as on_floor,
      a.kind = 'tickets' or a.allows_overlap as may_overlap
      from basket_item bi join hold h on h.id = bi.hold_id
      join occurrence o on o.id = bi.occurrence_id join activity a on a.id = o.activity_id
      left join ticket_type t on t.id = bi.ticket_type_id and not is_line_of_move(bi.id)
      where bi.id = any(item_ids) order by is_live desc, bi.id
  loop
    continue when item.state = 'confirmed';
    verdict := null;
    if item.status <> 'scheduled' then
      verdict := 'cancelled';
    elsif not item.is_live and not item.may_overlap
      and has_conflicting_hold(item.person_id, item.occurrence_id, item.hold_id, at_time)
    then
      verdict := 'clash';
    else
      -- A lapsed court may have lost floor to another while its counter still stood, even to one renewed just now.
      select count(*) into floor_wanted from location_space ls where item.on_floor and ls.location_id = item.location_id;
      select count(*) into floor_claimed from space_claim c where c.hold_id = item.hold_id;
      if item.is_live and item.places <> item.places_wanted then
        verdict := resize_places(item.id, item.places_wanted, at_time);
      end if;
      if verdict is not null and verdict <> 'ok' then
        null;
      elsif item.state = 'held' and floor_claimed = floor_wanted and (item.is_live or item.places = item.places_wanted)
      then
        verdict := null;
        guard := open_reservation_guard();
        update hold h set held_until = greatest(h.held_until, until_time) where h.id = item.hold_id;
        guard := close_reservation_guard();
      else
        perform free_places(array[item.hold_id], 'released', at_time);
        verdict := promote_and_check_availability(item.occurrence_id, item.basket_id, item.places_wanted, at_time);
        desk_hold := case when verdict in ('full', 'held')
          then find_desk_hold(item.occurrence_id, item.basket_id, item.places_wanted, at_time) end;
        if desk_hold is not null then
          verdict := null;
          new_hold := take_from_desk(desk_hold, jsonb_build_object('occurrenceId', item.occurrence_id, 'basketId',
            item.basket_id, 'personId', item.person_id, 'places', item.places_wanted, 'heldUntil', until_time), at_time);
          update basket_item bi set hold_id = new_hold where bi.id = item.id;
        elsif verdict is null then
          new_hold := create_hold(item.occurrence_id, item.basket_id, item.person_id, null, null, item.places_wanted,
            until_time, at_time);
          update basket_item bi set hold_id = new_hold where bi.id = item.id;
        end if;
      end if;
    end if;
    if verdict is not null then
      item_id := item.id;
      outcome := verdict;
      return next;
    end if;
  end loop;
end
$$;

-- Turns the holds of basket items into bought places. A hold that has lapsed is taken again when the place is still
-- free. Answers the items whose place is gone; the caller then undoes the whole.
create or replace function confirm_places(item_ids int[], at_time timestamptz)
returns table (item_id int, outcome text)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  guard text;
  confirmed_ids int[];
begin
  perform 1 from customer c where c.id in (
    select h.person_id from basket_item bi join hold h on h.id = bi.hold_id where bi.id = any(item_ids)
  ) order by c.id for no key update;
  perform lock_places(array(select distinct bi.occurrence_id from basket_item bi where bi.id = any(item_ids)));
  -- Most lines hold places of a class, and still do.
  guard := open_reservation_guard();
  with confirmed as (
    update hold h set state = 'confirmed', held_until = null, ended_at = null
      from basket_item bi left join ticket_type t on t.id = bi.ticket_type_id, occurrence o, activity a
      where bi.id = any(item_ids) and h.id = bi.hold_id and h.state = 'held' and h.held_until > at_time
        and o.id = bi.occurrence_id and o.status = 'scheduled' and a.id = o.activity_id and a.kind <> 'courts'
        and h.places = coalesce(bi.quantity * t.places, h.places)
      returning bi.id
  )
  select array_agg(c.id) into confirmed_ids from confirmed c;
  guard := close_reservation_guard();
  item_ids := array(select i from unnest(item_ids) i where i <> all(coalesce(confirmed_ids, '{}')));
  if cardinality(item_ids) = 0 then
    return;
  end if;
  return query select r.item_id, r.outcome from renew_places(item_ids, at_time + interval '1 minute', at_time) r;
  guard := open_reservation_guard();
  update hold h set state = 'confirmed', held_until = null, ended_at = null
    from basket_item bi where bi.id = any(item_ids) and h.id = bi.hold_id and h.state = 'held';
  guard := close_reservation_guard();
end
$$;
