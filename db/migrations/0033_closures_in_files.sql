-- What staff have closed can be in the operator's files, too, and a closure that they have ended may have had no end.

-- Of a closure by staff: the operator's files have it, too, as after an export. `if not exists`: for a short time 0014
-- had the column.
alter table closure add column if not exists is_in_files boolean not null default false;
-- null: until further notice
alter table lifted_closure alter column ends_at drop not null;
