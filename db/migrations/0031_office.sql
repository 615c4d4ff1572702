-- What staff have changed in the browser of what the operator's files say, too.

-- The row itself holds the value in force. An import leaves such a field alone while the files say something else
-- (server/import/overrides.ts).
create table field_override (
  id int generated always as identity primary key,
  venue_id int not null references venue,
  -- null: a field of the venue itself
  activity_id int references activity,
  -- As the files call it (contract/office.ts).
  field text not null,
  -- The columns of the field by name: as staff have set them, and as the files said last.
  value jsonb not null,
  files_value jsonb not null,
  -- The files have come to say something else, and nobody has decided yet.
  has_files_changed boolean not null default false,
  set_by int not null references customer,
  set_at timestamptz not null,
  -- What colleagues read beside it; '' for nothing.
  reason text not null default '',
  unique nulls not distinct (venue_id, activity_id, field)
);
