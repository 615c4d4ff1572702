-- Floor of an occurrence that staff move to another time or place. The caller has locked the occurrence and all floor
-- of its venue, and has released the floor of lapsed baskets.

-- Whether something else takes up the floor of a location at a time.
create or replace function is_floor_taken(of_occurrence int, of_location int, from_time timestamptz, to_time timestamptz)
returns boolean
language sql stable as $$
  select exists (
    select 1 from location_space ls
    join space_claim c on c.space_id = ls.space_id and c.during && time_span(from_time, to_time)
    left join hold h on h.id = c.hold_id
    where ls.location_id = of_location and coalesce(c.occurrence_id, h.occurrence_id) <> of_occurrence
  ) or is_floor_hired(of_location, from_time, to_time)
$$;

-- Claims the floor where the occurrence now is, for itself (a class) or for those who hold it (a court), and releases
-- the floor where it was. Places that the desk keeps until the end are kept until the new one, and none is on offer when
-- the waitlist has closed.
create or replace function move_floor(of_occurrence int) returns void
language plpgsql as $$
declare
  guard text := open_reservation_guard();
  closes_at timestamptz := waitlist_closes_at(of_occurrence);
  holders bigint[] := array(
    select distinct c.hold_id from space_claim c join hold h on h.id = c.hold_id
      where h.occurrence_id = of_occurrence
  );
begin
  delete from space_claim c where c.occurrence_id = of_occurrence or c.hold_id = any(holders);
  insert into space_claim (space_id, during, occurrence_id)
    select ls.space_id, time_span(o.starts_at, o.ends_at), o.id
    from occurrence o
    join activity a on a.id = o.activity_id and a.kind <> 'courts'
    join location_space ls on ls.location_id = o.location_id
    where o.id = of_occurrence and o.status = 'scheduled';
  insert into space_claim (space_id, during, hold_id)
    select ls.space_id, time_span(o.starts_at, o.ends_at), x.hold_id
    from occurrence o
    join location_space ls on ls.location_id = o.location_id
    cross join unnest(holders) as x (hold_id)
    where o.id = of_occurrence;
  update hold h set held_until = closes_at from waitlist_entry w
    where h.occurrence_id = of_occurrence and h.state = 'held' and h.held_until > closes_at
      and w.id = h.waitlist_entry_id and w.state = 'offered';
  update waitlist_entry w set offer_expires_at = closes_at
    where w.occurrence_id = of_occurrence and w.state = 'offered' and w.offer_expires_at > closes_at;
  guard := close_reservation_guard();
  perform extend_desk_holds(array[of_occurrence]);
end
$$;
