-- What staff have made, changed or taken out of the catalogue in the browser since files were last imported: an import of
-- files that would undo it is refused until somebody accepts that.
create table browser_change (
  operator_id int not null references operator on delete cascade,
  -- As an import calls it: 'activity', 'centre/yoga'.
  what text not null,
  which text not null,
  primary key (operator_id, what, which),
  -- null: set up before there was anybody
  changed_by int references customer on delete set null,
  changed_at timestamptz not null
);

create index browser_change_by on browser_change (changed_by);

-- Opens the page on which an empty database is given its operator: the digests of the codes that starts have printed.
create table first_run_code (
  digest text primary key check (digest <> ''),
  made_at timestamptz not null
);
