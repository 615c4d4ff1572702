-- Processes of the server that serve this database. One that does not renew its lease is gone: the calls with an
-- idempotency key that it was answering may be run by another.
create table node (
  id uuid primary key,
  -- By the clock of the database, which all nodes share.
  lease_until timestamptz not null
);

alter table idempotent_answer add column node_id uuid;
