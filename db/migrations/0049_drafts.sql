-- Edits of the catalogue that are kept until they are published together, and what was published (decision 0081).
create table draft (
  id int generated always as identity primary key,
  operator_id int not null references operator on delete cascade,
  name text not null check (name <> ''),
  reason text not null default '',
  author_id int references customer on delete set null,
  state text not null default 'open' check (state in ('open', 'scheduled', 'published', 'discarded', 'undone')),
  changed_at timestamptz not null,
  goes_live_at timestamptz,
  scheduled_by int references customer on delete set null,
  -- Which objections of the import were accepted, and what it would do, when it was scheduled.
  accepted text[] not null default '{}',
  expected jsonb,
  check ((state = 'scheduled') = (goes_live_at is not null)),
  check ((state = 'scheduled') = (expected is not null))
);

create index draft_of_operator on draft (operator_id, state);
create index draft_author on draft (author_id);
create index draft_scheduled_by on draft (scheduled_by) where scheduled_by is not null;
create index draft_going_live on draft (goes_live_at) where goes_live_at is not null;

-- A row of a list of the catalogue, as it was seen and as it is to be.
create table draft_edit (
  id int generated always as identity primary key,
  draft_id int not null references draft on delete cascade,
  list text not null,
  -- null: it is added
  before jsonb,
  -- null: it is taken out
  after jsonb,
  check (num_nonnulls(before, after) > 0)
);

create index edit_of_draft on draft_edit (draft_id);

create table publication (
  id int generated always as identity primary key,
  operator_id int not null references operator on delete cascade,
  draft_id int references draft,
  undoes_id int references publication,
  check (num_nonnulls(draft_id, undoes_id) = 1),
  name text not null,
  reason text not null,
  published_by int references customer on delete set null,
  published_at timestamptz not null,
  edits jsonb not null,
  -- What undoes it: the rows that it made go, and those that it changed or took out come back.
  inverse jsonb not null,
  effect jsonb not null,
  -- When the first of the sessions begins that it made, changed or ended; null: none.
  first_starts_at timestamptz,
  undone_at timestamptz
);

create index publication_of_operator on publication (operator_id, id);
create index publication_by on publication (published_by) where published_by is not null;
-- Each is published once, and undone once.
create unique index publication_of_draft on publication (draft_id) where draft_id is not null;
create unique index publication_undone on publication (undoes_id) where undoes_id is not null;
