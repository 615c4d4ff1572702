-- One that was removed stays as a row: a transaction that records for it at that moment must not fail.
alter table webhook drop constraint webhook_state_check;
alter table webhook add constraint webhook_state_check check (state in ('on', 'off', 'removed'));
