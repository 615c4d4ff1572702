-- Open data (docs/openactive.md): what the feeds show, and what has changed since they were last written.
-- docs/decisions/0018-feeds-written-by-one.md says why it is done this way.

-- Items of the feeds, serialised. Written by one publisher at a time, each time with a greater
-- `modified` than ever before, so that items appear in the order in which they are read.
create table openactive_item (
  -- facility-use:101, slot:4400001, session-series:7, scheduled-session:4400002
  id text collate "C" primary key,
  operator_id int not null references operator,
  feed text not null check (feed in ('facility-uses', 'slots', 'session-series', 'scheduled-sessions')),
  -- The activity, series or occurrence it is about.
  subject_id int not null,
  -- Unix seconds. null: not public yet.
  modified bigint,
  -- null: deleted, or not public yet
  data text,
  -- When to process it again: when it becomes public, ends, or has been deleted for long enough.
  due_at timestamptz,
  check (data is null or modified is not null)
);

create index openactive_page on openactive_item (operator_id, feed, modified, id) where modified is not null;
create index openactive_due on openactive_item (due_at) where due_at is not null;

-- Pending changes. Written in the transaction of the change, without an index, a lock or a foreign key,
-- so that it costs little; removed by the publisher, which sees committed rows only.
create table openactive_change (
  occurrence_id int,
  series_id int,
  activity_id int,
  venue_id int,
  -- A space that was claimed or released for an interval.
  space_id int,
  during tstzrange,
  -- Written by a statement that changed many rows.
  bulk boolean not null default false,
  check (num_nonnulls(occurrence_id, series_id, activity_id, venue_id, space_id) = 1)
);

-- Every publication looks for bulk changes, of which there are mostly none among many single ones.
create index openactive_change_bulk on openactive_change (bulk) where bulk;

-- What is still to be published of wide changes, once each. Only the publisher writes it.
create table openactive_backlog (
  kind text not null check (kind in ('activity', 'series', 'occurrence')),
  subject_id int not null,
  primary key (kind, subject_id)
);

-- One row: the publisher holds its lock.
create table openactive_state (
  one boolean primary key default true check (one),
  last_modified bigint not null default 0,
  -- Site address and format version of the items; when either changes, all items are written again.
  written_by text not null default '',
  -- How items are written. When a release writes them otherwise it writes all of them again, once, whatever addresses
  -- its nodes have. `written_by` is read by the release before.
  format int not null default 0
);

-- The address an operator's items were first published under, and since when.
create table openactive_identity (
  operator_id int primary key references operator,
  site text not null,
  since timestamptz not null
);
