-- Holds places of another occurrence for a booking that is to move there once it is paid; its own places stay. Answers
-- 'ok' with the hold, or why not. The caller holds the lock of the order.
create or replace function hold_for_move(of_hold bigint, to_occurrence int, of_basket int, until_time timestamptz,
  at_time timestamptz, out outcome text, out new_hold bigint)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  moving hold := lock_move(of_hold, to_occurrence, to_occurrence || occurrences_held_for_moves_of(of_hold));
begin
  select t.* into outcome, new_hold from take_for_move(moving, to_occurrence, of_basket, until_time, at_time) t;
  if outcome <> 'ok' then
    -- Rolls back what was given back for it.
    raise exception using errcode = 'ON001';
  end if;
exception when sqlstate 'ON001' then
  return;
end
$$;
