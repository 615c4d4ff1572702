-- What the venue says of why an occurrence does not take place: the words of staff who have called it off, or those of
-- the first closure that it falls into and that gives some; null where nobody says any.
create or replace function call_off_reason(of_occurrence int) returns text
language sql stable as $$
  select coalesce(
    (select nullif(c.reason, '') from call_off c where c.occurrence_id = of_occurrence),
    (
      select c.reason
      from occurrence o
      join closure c on c.venue_id = o.venue_id and c.starts_at < o.ends_at
        and (c.ends_at is null or c.ends_at > o.starts_at)
      where o.id = of_occurrence and c.reason <> ''
        and (c.location_id is null or c.location_id = o.location_id or exists (
          select 1 from location_space closed join location_space used on used.space_id = closed.space_id
          where closed.location_id = c.location_id and used.location_id = o.location_id))
      order by c.starts_at, c.id limit 1
    )
  )
$$;
