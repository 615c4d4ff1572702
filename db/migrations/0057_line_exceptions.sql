-- Days on which a line of the timetable has no sessions: `2027-02-15..2027-02-19`, from the first to the last of them.
alter table series add column exceptions text[] not null default '{}';
alter table series add check (array_to_string(exceptions, ' ') ~ '^(\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d( (?=\d)|$))*$') not valid;
