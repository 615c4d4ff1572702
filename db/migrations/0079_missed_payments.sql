-- Payments whose day passed while nothing ran, and after which another has become due. Staff decide about them.
--   missed   not requested, and for staff to decide
alter table membership_collection drop constraint membership_collection_state_check;
alter table membership_collection add constraint membership_collection_state_check
  check (state in ('waiting', 'requested', 'collected', 'failed', 'settled', 'skipped', 'missed')) not valid;
alter table membership_collection validate constraint membership_collection_state_check;
create index collection_missed on membership_collection (id) where state = 'missed';
