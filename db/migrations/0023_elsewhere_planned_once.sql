-- As before (0008_waitlists.sql), but planned once a connection rather than at every call, and a visitor, of whom nobody
-- knows where else they are, costs nothing: this was a third of what a crowd of them cost.
create or replace function is_elsewhere(person int, of_occurrence int, except_hold bigint, at_time timestamptz)
returns boolean
language plpgsql as $$
begin
  if person is null then
    return false;
  end if;
  return exists (
    select 1 from hold h
      join occurrence o on o.id = h.occurrence_id
      join occurrence mine on mine.id = of_occurrence
      where h.person_id = person and h.id is distinct from except_hold and h.waitlist_entry_id is null
        and (h.state = 'confirmed' or (h.state = 'held' and h.held_until > at_time))
        and tstzrange(o.starts_at, o.ends_at) && tstzrange(mine.starts_at, mine.ends_at)
  );
end
$$;
