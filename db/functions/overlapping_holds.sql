-- The time an occurrence takes up: the start is in it, the end is not, so that one may begin when another ends.
create or replace function time_span(starts_at timestamptz, ends_at timestamptz) returns tstzrange
language sql immutable as $$
  select tstzrange(starts_at, ends_at)
$$;

-- A person's live holds at the time of an occurrence, those of the occurrence itself included.
create or replace function overlapping_holds(person int, of_occurrence int, at_time timestamptz) returns setof hold
language sql stable as $$
  select h.* from live_holds(at_time) h
    join occurrence o on o.id = h.occurrence_id
    join occurrence wanted on wanted.id = of_occurrence
    where h.person_id = person
      and time_span(o.starts_at, o.ends_at) && time_span(wanted.starts_at, wanted.ends_at)
$$;

-- Whether a person has another live place that overlaps an occurrence. What is on offer to them is not theirs until
-- they take it. PL/pgSQL, because its plan is kept for the connection; a visitor without an account costs nothing.
create or replace function has_conflicting_hold(person int, of_occurrence int, except_hold bigint, at_time timestamptz)
returns boolean
language plpgsql stable as $$
begin
  if person is null then
    return false;
  end if;
  return exists (
    select 1 from overlapping_holds(person, of_occurrence, at_time) h
      where h.id is distinct from except_hold and h.waitlist_entry_id is null
  );
end
$$;

-- Whether a person has bought another occurrence that overlaps this one.
create or replace function has_conflicting_booking(person int, of_occurrence int, at_time timestamptz) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select 1 from overlapping_holds(person, of_occurrence, at_time) h
      where h.state = 'confirmed' and h.occurrence_id <> of_occurrence
  );
end
$$;

-- Whether a person has bought a place of this very occurrence.
create or replace function has_booked(person int, of_occurrence int) returns boolean
language plpgsql stable as $$
begin
  if person is null then
    return false;
  end if;
  return exists (
    select 1 from hold h where h.person_id = person and h.occurrence_id = of_occurrence and h.state = 'confirmed'
  );
end
$$;

-- Whether a person has a place of this very occurrence in a basket.
create or replace function has_in_basket(person int, of_occurrence int, at_time timestamptz) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select 1 from live_holds(at_time) h
      where h.person_id = person and h.occurrence_id = of_occurrence and h.state = 'held' and h.waitlist_entry_id is null
  );
end
$$;
