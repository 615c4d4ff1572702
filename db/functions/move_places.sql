-- Moves the booked places of a hold to another occurrence: taken there and given back here, or neither. Answers 'ok'
-- with the hold that has them now, or why not. Places that come free are offered to the waitlist of either. The caller
-- holds the lock of the order.
create or replace function move_places(of_hold bigint, to_occurrence int, at_time timestamptz,
  out outcome text, out new_hold bigint)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  moved record;
  offer record;
  held_ids bigint[];
  may_repeat boolean;
begin
  -- The global lock order: people, places (see lock_places), both occurrences at once.
  perform 1 from customer c where c.id = (select h.person_id from hold h where h.id = of_hold) for no key update;
  perform lock_places(array(select h.occurrence_id from hold h where h.id = of_hold) || to_occurrence);
  select h.* into moved from hold h where h.id = of_hold;
  if moved.state is distinct from 'confirmed' or moved.occurrence_id = to_occurrence then
    raise exception 'hold % has no booked places to move', of_hold using errcode = 'check_violation';
  end if;
  select a.kind = 'tickets' or a.allows_overlap into may_repeat
    from occurrence o join activity a on a.id = o.activity_id where o.id = to_occurrence;
  if not may_repeat and has_booked(moved.person_id, to_occurrence) then
    outcome := 'already_booked';
    return;
  end if;

  begin
    -- Before the new places are looked for: a court may be wanted on the floor that it gives up.
    perform end_holds(array[of_hold], 'released', at_time);
    if exists (select 1 from waitlist_entry w where w.occurrence_id = to_occurrence and w.state = 'waiting') then
      perform promote_waitlist(to_occurrence, at_time);
    end if;
    -- What is on offer to the person there is theirs to move to.
    select h.id, w.id as entry_id, w.range_id into offer
      from waitlist_entry w join live_holds(at_time) h on h.waitlist_entry_id = w.id and h.state = 'held'
      where w.occurrence_id = to_occurrence and w.person_id = moved.person_id and w.state = 'offered';
    if offer.id is not null then
      perform end_holds(array[offer.id], 'released', at_time);
    end if;
    -- So are the places that are held there while the move is paid.
    held_ids := array(
      select h.id from booking b
        join booking_move m on m.booking_id = b.id and m.occurrence_id = to_occurrence and m.status = 'held'
        join basket_item bi on bi.id = m.basket_item_id
        join live_holds(at_time) h on h.id = bi.hold_id and h.state = 'held'
        where b.hold_id = of_hold
    );
    if cardinality(held_ids) > 0 then
      perform end_holds(held_ids, 'released', at_time);
    end if;
    outcome := check_availability(to_occurrence, null, moved.places, at_time);
    if outcome is null and not may_repeat
      and has_conflicting_hold(moved.person_id, to_occurrence, of_hold, at_time)
    then
      outcome := 'clash';
    end if;
    if outcome is not null then
      -- Rolls back what this block has given back.
      raise exception using errcode = 'ON001';
    end if;
    new_hold := create_hold(to_occurrence, moved.basket_id, moved.person_id, null, null, moved.places, null, at_time);
    if offer.id is not null then
      update waitlist_entry w set state = 'taken', ended_at = at_time where w.id = offer.entry_id;
      insert into waitlist_event (entry_id, what, at, actor_id)
        values (offer.entry_id, 'taken', at_time, moved.person_id);
      perform change_range(offer.range_id, 'left', at_time);
    end if;
  exception when sqlstate 'ON001' then
    return;
  end;
  perform promote_waitlist(w.occurrence_id, at_time)
    from (
      select distinct w.occurrence_id from waitlist_entry w
        where w.occurrence_id in (moved.occurrence_id, to_occurrence) and w.state in ('waiting', 'offered')
        order by 1
    ) w;
  outcome := 'ok';
end
$$;
