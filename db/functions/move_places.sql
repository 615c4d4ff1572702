-- Moves the booked places of a hold to another occurrence: taken there and given back here, or neither. Answers 'ok'
-- with the hold that has them now, or why not. Places that come free, also those that were held for another move of it,
-- are offered to the waitlist. The caller holds the lock of the order.
create or replace function move_places(of_hold bigint, to_occurrence int, at_time timestamptz,
  out outcome text, out new_hold bigint)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  -- All are locked at once.
  occurrences int[] := array(select h.occurrence_id from hold h where h.id = of_hold) || to_occurrence
    || occurrences_held_for_moves_of(of_hold);
  moved hold := lock_move(of_hold, to_occurrence, occurrences);
begin
  begin
    -- Before the new places are looked for: a court may be wanted on the floor that it gives up.
    perform end_holds(array[of_hold], 'released', at_time);
    select t.* into outcome, new_hold from take_for_move(moved, to_occurrence, moved.basket_id, null, at_time) t;
    if outcome <> 'ok' then
      -- Rolls back what this block has given back.
      raise exception using errcode = 'ON001';
    end if;
  exception when sqlstate 'ON001' then
    return;
  end;
  perform promote_waitlist(w.occurrence_id, at_time)
    from (
      select distinct w.occurrence_id from waitlist_entry w
        where w.occurrence_id = any(occurrences) and w.state in ('waiting', 'offered')
        order by 1
    ) w;
end
$$;
