-- Puts a person on the waitlist: 'ok', or why not. Whether they may have the thing at all is the caller's to ask.
create or replace function join_waitlist(of_occurrence int, person int, by_actor int, form text, wanted int, at_time timestamptz,
  out outcome text, out entry_id int)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  occ record;
begin
  perform lock_places(array[of_occurrence]);
  select o.status, waitlist_closes_at(o.id) as closes_at, a.kind = 'tickets' or a.allows_overlap as may_repeat into occ
    from occurrence o join activity a on a.id = o.activity_id where o.id = of_occurrence;
  if occ.status <> 'scheduled' then
    outcome := 'cancelled';
  elsif at_time >= occ.closes_at then
    outcome := 'closed';
  elsif not occ.may_repeat and has_booked(person, of_occurrence) then
    outcome := 'already_booked';
  elsif not occ.may_repeat and has_conflicting_booking(person, of_occurrence, at_time) then
    outcome := 'clash';
  elsif not occ.may_repeat and has_in_basket(person, of_occurrence, at_time) then
    -- What is full because of their own place is not full for them.
    outcome := 'places_free';
  else
    -- Those whose offer has run out are on the list no more.
    perform promote_waitlist(of_occurrence, at_time);
    if exists (
      select 1 from open_waitlist_entry w where w.occurrence_id = of_occurrence and w.person_id = person
    ) then
      outcome := 'already_on_waitlist';
    elsif check_availability(of_occurrence, null, wanted, at_time) is null then
      outcome := 'places_free';
    else
      insert into waitlist_entry (occurrence_id, person_id, joined_by_id, id_form, places, joined_at)
        values (of_occurrence, person, by_actor, form, wanted, at_time) returning id into entry_id;
      insert into waitlist_event (entry_id, what, at, actor_id) values (join_waitlist.entry_id, 'joined', at_time, by_actor);
      outcome := 'ok';
    end if;
  end if;
end
$$;

-- Takes a person off the waitlist, of their own will. What was on offer to them goes to the next. false: they are not
-- on it (any more).
create or replace function leave_waitlist(of_entry int, by_actor int, at_time timestamptz) returns boolean
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  entry record;
begin
  perform lock_places(array(select w.occurrence_id from waitlist_entry w where w.id = of_entry));
  select w.* into entry from open_waitlist_entry w where w.id = of_entry;
  if not found then
    return false;
  end if;
  update waitlist_entry w set state = case w.state when 'offered' then 'passed' else 'left' end, ended_at = at_time
    where w.id = of_entry;
  insert into waitlist_event (entry_id, what, at, actor_id)
    values (of_entry, case entry.state when 'offered' then 'passed' else 'left' end, at_time, by_actor);
  -- Declining one place of a range leaves the others.
  if entry.state = 'offered' then
    perform change_range(entry.range_id, 'resumed', at_time);
  end if;
  perform promote_waitlist(entry.occurrence_id, at_time);
  return true;
end
$$;
