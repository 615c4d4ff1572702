-- What one change alters in bulk is published after what is changed one by one (docs/decisions/0018-feeds-written-by-one.md).

-- Written by a statement that changed many rows.
alter table openactive_change add column bulk boolean not null default false;

-- What is still to be published of wide changes, once each. Only the publisher writes it.
create table openactive_backlog (
  kind text not null check (kind in ('activity', 'series', 'occurrence')),
  subject_id int not null,
  primary key (kind, subject_id)
);
