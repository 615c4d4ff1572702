-- Sessions that staff have moved or renamed after people booked them. The programme goes on knowing such a session by
-- where and when it was planned, and leaves it as staff made it.
alter table occurrence add column planned_starts_at timestamptz;
alter table occurrence add column planned_location_id int references location;
alter table occurrence add column planned_name text;
alter table occurrence add constraint occurrence_changed_by_staff
  check (num_nonnulls(planned_starts_at, planned_location_id, planned_name) in (0, 3)) not valid;
-- Where people meet, if not in the room itself; '' for the room.
alter table occurrence add column meeting_point text not null default '';

create index occurrence_planned_elsewhere on occurrence (venue_id, planned_starts_at) where planned_starts_at is not null;

-- What the venue last said about a booking to the person who made it, through whoever sold it.
alter table booking add column customer_notice text;
