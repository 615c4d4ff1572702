-- Whether staff have called an occurrence off and may still take that back: nothing of it has left the house.
create or replace function is_call_off_pending(of_occurrence int) returns boolean
language sql stable as $$
  select exists (select 1 from call_off c where c.occurrence_id = of_occurrence and c.settled_at is null)
$$;
