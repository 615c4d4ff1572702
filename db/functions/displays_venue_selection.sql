-- Whether a venue sends people on to others: it is set to, and there is another one that isn't closed.
create or replace function displays_venue_selection(of_venue venue) returns boolean
language sql stable as $$
  select of_venue.display_venue_selection_button and exists (
    select 1 from venue other
      where other.operator_id = of_venue.operator_id and other.id <> of_venue.id and other.status <> 'closed'
  )
$$;
