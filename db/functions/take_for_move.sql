-- Locks what a move of booked places to another occurrence needs, in the global lock order: people, places (see
-- lock_places).
create or replace function lock_move(of_hold bigint, to_occurrence int, occurrences int[]) returns hold
language plpgsql as $$
declare
  moving hold;
begin
  perform 1 from customer c where c.id = (select h.person_id from hold h where h.id = of_hold) for no key update;
  perform lock_places(occurrences);
  select h.* into moving from hold h where h.id = of_hold;
  if moving.state is distinct from 'confirmed' or moving.occurrence_id = to_occurrence then
    raise exception 'hold % has no booked places to move', of_hold using errcode = 'check_violation';
  end if;
  return moving;
end
$$;

-- Takes places of another occurrence for booked ones that move there, until a time or, where it is null, for good.
-- Answers 'ok' with the hold, or why not; the caller then undoes what has been given back. The caller has locked the move.
create or replace function take_for_move(moving hold, to_occurrence int, of_basket int, until_time timestamptz,
  at_time timestamptz, out outcome text, out new_hold bigint)
language plpgsql as $$
declare
  offer record;
  held_ids bigint[];
  may_repeat boolean;
begin
  select a.kind = 'tickets' or a.allows_overlap into may_repeat
    from occurrence o join activity a on a.id = o.activity_id where o.id = to_occurrence;
  if not may_repeat and has_booked(moving.person_id, to_occurrence) then
    outcome := 'already_booked';
    return;
  end if;
  if exists (select 1 from waitlist_entry w where w.occurrence_id = to_occurrence and w.state = 'waiting') then
    perform promote_waitlist(to_occurrence, at_time);
  end if;
  -- What is on offer to the person there is theirs, for as long as the offer lasts.
  select h.id, w.id as entry_id, w.offer_expires_at into offer
    from waitlist_entry w join live_holds(at_time) h on h.waitlist_entry_id = w.id and h.state = 'held'
    where w.occurrence_id = to_occurrence and w.person_id = moving.person_id and w.state = 'offered';
  perform set_config('onside.retaking', to_occurrence::text, true);
  if offer.id is not null then
    perform end_holds(array[offer.id], 'released', at_time);
  end if;
  -- So are the places that are held while a move is paid; those of another time are given back for this one.
  held_ids := array(
    select h.id from held_for_moves_of(moving.id) m(hold_id)
      join live_holds(at_time) h on h.id = m.hold_id and h.state = 'held'
  );
  if cardinality(held_ids) > 0 then
    perform end_holds(held_ids, 'released', at_time);
  end if;
  perform set_config('onside.retaking', '', true);
  outcome := check_availability(to_occurrence, null, moving.places, at_time);
  if outcome is null and not may_repeat and has_conflicting_hold(moving.person_id, to_occurrence, moving.id, at_time)
  then
    outcome := 'clash';
  end if;
  if outcome is not null then
    return;
  end if;
  new_hold := create_hold(to_occurrence, of_basket, moving.person_id, null, null, moving.places,
    case when until_time is not null then greatest(until_time, offer.offer_expires_at) end, at_time);
  if offer.id is not null then
    perform mark_offer_taken(offer.entry_id, moving.person_id, at_time);
  end if;
  outcome := 'ok';
end
$$;
