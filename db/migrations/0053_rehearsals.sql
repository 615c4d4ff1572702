-- Rehearsals of a release on a copy of the database (decision 0083).
create table rehearsal (
  id int generated always as identity primary key,
  operator_id int not null references operator on delete cascade,
  venue_id int not null references venue,
  -- The release: which day opens when, and for whom.
  day date not null,
  opens_at timestamptz not null,
  audience text not null check (audience in ('everybody', 'customers', 'visitors')),
  visitors int not null check (visitors > 0),
  arrival text not null check (arrival in ('at_once', 'usual', 'even')),
  -- Of a hundred who hold a place.
  paying int not null check (paying between 0 and 100),
  begun_by int references customer on delete set null,
  begun_at timestamptz not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'copying', 'running', 'done', 'stopped', 'failed')),
  stop_wanted boolean not null default false,
  -- Why it was stopped or failed.
  problem text check (problem in ('staff', 'live_slow', 'live_busy', 'restart', 'no_right', 'no_room', 'nothing_to_book',
    'too_long', 'node_lost', 'fault')),
  check ((state in ('stopped', 'failed')) = (problem is not null)),
  -- How far it is, while it runs.
  progress jsonb,
  report jsonb,
  check ((state = 'done') = (report is not null)),
  -- The database or folder of the copy, until that is dropped.
  shadow text,
  -- The node that runs it says so until then; afterwards another one drops its copy.
  alive_until timestamptz,
  ended_at timestamptz,
  check ((state in ('done', 'stopped', 'failed')) = (ended_at is not null))
);

create index rehearsal_of_venue on rehearsal (venue_id, id);
create index rehearsal_begun_by on rehearsal (begun_by) where begun_by is not null;
create index rehearsal_ended on rehearsal (ended_at);
-- One at a time on a database, whoever's it is: two would disturb each other.
create unique index rehearsal_in_progress on rehearsal ((true)) where state in ('waiting', 'copying', 'running');
