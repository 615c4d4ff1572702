-- Where a venue or an activity stands in the operator's files, as last imported: staff are sent there for what only the
-- files can change.
create table file_position (
  venue_id int not null references venue on delete cascade,
  -- null: the venue itself
  activity_id int references activity on delete cascade,
  file text not null,
  -- The first is 1.
  line int not null,
  -- The line of each field that stands there, by its name in contract/office.ts.
  field_lines jsonb not null,
  unique nulls not distinct (venue_id, activity_id)
);
