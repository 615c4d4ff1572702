-- Floor of hires: a date that is let has that of its place, by the same rows as a booking of a court and a class
-- (docs/decisions/0077-a-hire-has-its-floor-as-a-booking-has.md).

-- Whether a place is let to a hirer at some time of an interval, also where a session that was called off has the floor for
-- a minute still.
create or replace function is_floor_hired(of_location int, from_time timestamptz, to_time timestamptz) returns boolean
language sql stable as $$
  select exists (
    select 1 from hire_date d
    join location_space has on has.location_id = d.location_id
    join location_space wanted on wanted.space_id = has.space_id
    where wanted.location_id = of_location and d.state = 'let' and d.starts_at < to_time and d.ends_at > from_time
  )
$$;

-- Releases the floor of dates that are let no more.
create or replace function release_hire_floor(of_venue int) returns void
language plpgsql as $$
declare
  guard text := open_reservation_guard();
begin
  delete from space_claim c using hire_date d, hire h
    where d.id = c.hire_date_id and d.state <> 'let' and h.id = d.hire_id and h.venue_id = of_venue;
  guard := close_reservation_guard();
end
$$;

-- Gives each date that is let, to come and without floor the floor of its place, all or none of it. The caller has locked
-- all floor of the venue.
create or replace function claim_hire_floor(of_venue int, at_time timestamptz) returns void
language plpgsql as $$
declare
  guard text := open_reservation_guard();
begin
  insert into space_claim (space_id, during, hire_date_id)
    select ls.space_id, time_span(d.starts_at, d.ends_at), d.id
    from hire h
    join hire_date d on d.hire_id = h.id and d.state = 'let' and d.ends_at > at_time
    join location_space ls on ls.location_id = d.location_id
    where h.venue_id = of_venue and h.state in ('provisional', 'confirmed', 'running')
      and not exists (select 1 from space_claim c where c.hire_date_id = d.id)
      and not exists (
        select 1 from location_space own
        join space_claim c on c.space_id = own.space_id and c.during && time_span(d.starts_at, d.ends_at)
        where own.location_id = d.location_id
      )
    order by d.id, ls.space_id;
  guard := close_reservation_guard();
end
$$;
