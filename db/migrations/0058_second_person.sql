-- Whether what is above the limits of one person is published with the approval of another (decision 0086).
alter table operator add column second_person boolean not null default false;

alter table draft drop constraint draft_state_check;
alter table draft add constraint draft_state_check
  check (state in ('open', 'awaiting_approval', 'scheduled', 'published', 'discarded', 'undone')) not valid;
alter table draft validate constraint draft_state_check;

alter table draft
  -- Who wants to publish it, and when; null: now.
  add column requested_by int references customer on delete set null,
  add column wanted_at timestamptz,
  add column approved_by int references customer on delete set null;
create index draft_requested_by on draft (requested_by) where requested_by is not null;
create index draft_approved_by on draft (approved_by) where approved_by is not null;

alter table publication add column approved_by int references customer on delete set null;
create index publication_approved_by on publication (approved_by) where approved_by is not null;
