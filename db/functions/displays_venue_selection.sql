-- How many venues of an operator aren't closed; two stand for all beyond one.
create or replace function count_open_venues(of_operator int) returns bigint
language sql stable as $$
  select count(*) from (select 1 from venue where operator_id = of_operator and status <> 'closed' limit 2) v
$$;

-- Whether a venue sends people on to others: it is set to, and there is another one that isn't closed. `open_venues` is
-- counted once for all venues of a list.
create or replace function displays_venue_selection(of_venue venue, open_venues bigint) returns boolean
language sql immutable as $$
  select of_venue.display_venue_selection_button and open_venues > (of_venue.status <> 'closed')::int
$$;
