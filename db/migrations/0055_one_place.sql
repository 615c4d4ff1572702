-- Whether a member of staff may be logged in on one screen only.
alter table operator add column one_place boolean not null default false;
