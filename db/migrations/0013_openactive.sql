-- Open data (docs/openactive.md): what the feeds show, and what has changed since they were last written.
-- docs/decisions/0018-feeds-written-by-one.md says why it is done this way.

-- What a feed has to say of one thing, ready to be sent. Written by one publisher at a time, each time with a greater
-- `modified` than ever before, so that items appear in the order in which they are read.
create table openactive_item (
  -- facility-use:101, slot:4400001, session-series:7, scheduled-session:4400002
  id text collate "C" primary key,
  operator_id int not null references operator,
  feed text not null check (feed in ('facility-uses', 'slots', 'session-series', 'scheduled-sessions')),
  -- The activity, series or occurrence it is about.
  subject_id int not null,
  -- Unix seconds. null: not public yet, looked at again when it is due.
  modified bigint,
  -- null: deleted, or not public yet
  data text,
  -- When to look at it again: it becomes public, it is over, it has been deleted for long enough.
  due_at timestamptz,
  check (data is null or modified is not null)
);

create index openactive_page on openactive_item (operator_id, feed, modified, id) where modified is not null;
create index openactive_due on openactive_item (due_at) where due_at is not null;

-- What may look different now. Written in the transaction that changes it, without an index, a lock or a foreign key,
-- so that taking places hardly notices; taken out by the publisher, who sees only what has been committed.
create table openactive_change (
  occurrence_id int,
  series_id int,
  activity_id int,
  venue_id int,
  -- Floor that was taken or given up for a time.
  space_id int,
  during tstzrange,
  check (num_nonnulls(occurrence_id, series_id, activity_id, venue_id, space_id) = 1)
);

-- One row: who publishes holds its lock.
create table openactive_state (
  one boolean primary key default true check (one),
  last_modified bigint not null default 0,
  -- What wrote the items: another address of the site, or another version of the writing, writes them all anew.
  written_by text not null default ''
);
