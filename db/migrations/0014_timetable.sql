-- The programme of a venue, and the sessions that are made from it.

-- A recurring class, or the hours in which courts can be booked. Times are the venue's wall clock.
create table series (
  id int generated always as identity primary key,
  activity_id int not null references activity,
  slug text not null,
  name text,
  description text,
  -- 1 is Monday, as in ISO 8601.
  weekdays int[] not null,
  start_time time not null,
  duration_minutes int not null check (duration_minutes > 0),
  -- Courts: a slot begins every step_minutes until until_time is reached. A class has neither.
  until_time time,
  step_minutes int check (step_minutes > 0),
  capacity int not null check (capacity >= 0),
  valid_from date,
  valid_until date,
  band text not null default '',
  instructor_ids int[] not null default '{}',
  tag_ids int[] not null default '{}',
  withdrawn boolean not null default false,
  unique (activity_id, slug)
);

create table series_location (
  series_id int not null references series on delete cascade,
  location_id int not null references location on delete cascade,
  primary key (series_id, location_id)
);

-- What staff have closed, by one act. Until the minute after `closed_at` is over it can be taken back.
create table venue_closing (
  id int generated always as identity primary key,
  venue_id int not null references venue,
  starts_at timestamptz not null,
  -- null: until further notice
  ends_at timestamptz check (ends_at > starts_at),
  -- What people are told; '' for nothing.
  reason text not null default '',
  -- What staff alone read.
  note text not null default '',
  -- One-off sessions that nobody had booked: the programme does not know them any more once they are withdrawn.
  withdrawn_one_offs int[] not null default '{}',
  closed_at timestamptz not null,
  -- When staff last said that one without an end goes on: they are asked each morning.
  confirmed_at timestamptz
);

-- Places that are closed: by the operator's files, or by staff, whose closures an import leaves alone.
create table closure (
  id int generated always as identity primary key,
  venue_id int not null references venue,
  -- null: the whole venue
  location_id int references location,
  starts_at timestamptz not null,
  -- null: until further notice
  ends_at timestamptz check (ends_at > starts_at),
  -- What people are told; '' for nothing.
  reason text not null default '',
  -- null: of the operator's files
  closing_id int references venue_closing on delete cascade
);

create index closure_of_closing on closure (closing_id) where closing_id is not null;

-- Closures of the operator's files that staff have ended: an import leaves them out for as long as the files have them.
create table lifted_closure (
  id int generated always as identity primary key,
  venue_id int not null references venue,
  location_id int references location on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null,
  lifted_by int not null references customer,
  lifted_at timestamptz not null
);

create index lifted_closure_of_venue on lifted_closure (venue_id, starts_at);

-- Block bookings outside this system: a club's courts, a course sold on paper, sales from before the venue moved
-- here. Occurrences that it covers are generated with these places taken.
create table block_booking (
  id int generated always as identity primary key,
  activity_id int not null references activity,
  slug text not null,
  -- null: at every location of the activity
  location_id int references location,
  weekdays int[] not null,
  -- Covers sessions that start in this interval of wall time; the end is exclusive.
  start_time time not null,
  until_time time not null,
  valid_from date,
  valid_until date,
  -- null: all of them
  places int check (places > 0),
  -- Reserved for sale at the desk; online they count as held by others.
  desk_only boolean not null default false,
  -- Whom it is for, which staff alone see.
  note text not null default '',
  withdrawn boolean not null default false,
  unique (activity_id, slug)
);

-- Days beyond those released whose sessions are made because the desk has opened them, to sell before customers may.
create table opened_day (
  venue_id int not null references venue,
  day date not null,
  primary key (venue_id, day)
);

create table occurrence (
  id int generated always as identity (start with 4400001) primary key,
  public_id text not null unique,
  venue_id int not null references venue,
  activity_id int not null references activity,
  location_id int not null references location,
  series_id int references series,
  -- A one-off session of the operator's files is known by its slug.
  slug text,
  name text not null,
  description text,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- The venue's local day.
  local_date date not null,
  composite_key text not null,
  capacity int not null,
  places_taken int not null default 0,
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled', 'withdrawn')),
  band text not null default '',
  instructor_ids int[] not null default '{}',
  tag_ids int[] not null default '{}',
  -- Sessions that staff have moved or renamed after people booked them. The programme goes on knowing such a session by
  -- where and when it was planned, and leaves it as staff made it.
  planned_starts_at timestamptz,
  planned_location_id int references location,
  planned_name text,
  -- Where people meet, if not in the room itself; '' for the room.
  meeting_point text not null default '',
  -- null: that of its activity.
  join_link text,
  -- The capacity that the programme wants, while more places than that are taken; null while `capacity` is what it wants.
  -- Places that come free go until then (lower_capacity).
  planned_capacity int,
  -- Who would have taken it, where staff have named another instructor; null where they have not.
  planned_instructor_ids int[],
  -- How many places staff have given it; null: as many as the programme says.
  staff_capacity int check (staff_capacity >= 0),
  -- Guarantees that no place is sold twice.
  constraint places_within_capacity check (places_taken between 0 and capacity),
  constraint occurrence_changed_by_staff
    check (num_nonnulls(planned_starts_at, planned_location_id, planned_name) in (0, 3))
);

create unique index occurrence_once on occurrence (series_id, location_id, starts_at) where series_id is not null;
create unique index occurrence_one_off on occurrence (activity_id, slug) where slug is not null;
create index occurrence_day on occurrence (activity_id, local_date, starts_at);
create index occurrence_venue_day on occurrence (venue_id, local_date);
-- The job that cancels bookings looks at cancelled sessions only, the latest first.
create index occurrence_cancelled on occurrence (ends_at) where status <> 'scheduled';
-- Reminders ask for what starts within the same hour, at every venue.
create index occurrence_start on occurrence (starts_at);
create index occurrence_planned_elsewhere on occurrence (venue_id, planned_starts_at) where planned_starts_at is not null;

-- Sessions that staff have called off, which are cancelled from then on. Until `due_at` it can be taken back: nobody is
-- told or refunded before, and the floor stays theirs.
create table call_off (
  occurrence_id int primary key references occurrence on delete cascade,
  -- What people are told of it; '' for no reason.
  reason text not null,
  -- Sessions that are offered instead, the first one first.
  offers int[] not null default '{}' check (cardinality(offers) <= 3),
  -- The closure by which they did.
  closing_id int references venue_closing on delete set null,
  called_off_at timestamptz not null,
  due_at timestamptz not null,
  -- When it became final.
  settled_at timestamptz check (settled_at >= due_at)
);

create index call_off_of_closing on call_off (closing_id) where closing_id is not null;
create index call_off_pending on call_off (due_at) where settled_at is null;
