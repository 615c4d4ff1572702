-- One waitlist for any place of an activity between two times of a day: an entry for each occurrence in the range, of
-- which one at a time has an offer.
create table waitlist_range (
  id int generated always as identity primary key,
  activity_id int not null references activity,
  local_date date not null,
  -- Wall times of the venue. Occurrences begin at `from_time` or later and end at `to_time` or earlier.
  from_time time not null,
  to_time time not null,
  person_id int not null references customer,
  joined_by_id int not null references customer,
  joined_at timestamptz not null,
  -- When the person left it of their own will, which they can undo for a short time.
  left_at timestamptz
);

create index waitlist_range_of_person on waitlist_range (person_id);
create index waitlist_range_of_joiner on waitlist_range (joined_by_id);

alter table waitlist_entry add column range_id int references waitlist_range;
create index waitlist_of_range on waitlist_entry (range_id) where range_id is not null;

-- paused: another place of the range is on offer
alter table waitlist_entry drop constraint waitlist_entry_state_check;
alter table waitlist_entry add constraint waitlist_entry_state_check
  check (state in ('waiting', 'offered', 'paused', 'taken', 'passed', 'closed', 'left')) not valid;
alter table waitlist_entry drop constraint waitlist_entry_check1;
alter table waitlist_entry add constraint waitlist_entry_ended_check
  check ((state in ('waiting', 'offered', 'paused')) = (ended_at is null)) not valid;
drop index waitlist_once;
create unique index waitlist_once on waitlist_entry (occurrence_id, person_id)
  where state in ('waiting', 'offered', 'paused');

-- resumed: the offer of the other place has ended, or leaving was undone
alter table waitlist_event drop constraint waitlist_event_what_check;
alter table waitlist_event add constraint waitlist_event_what_check check (what in ('joined', 'left', 'offered', 'taken',
  'passed', 'lapsed', 'booked', 'clash', 'called_off', 'too_late', 'withdrawn', 'passed_over', 'paused', 'resumed')) not valid;
