-- When a person was taken off a membership, by the operator's files. Their uses of its benefits stay.
alter table membership_member add column if not exists removed_at timestamptz;
