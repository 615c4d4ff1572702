-- When the booking was last moved to another time, null where it never was; and by how many pence moves made it cheaper,
-- which were paid back.
alter table booking add column moved_at timestamptz,
  add column move_refund int not null default 0 check (move_refund >= 0);
