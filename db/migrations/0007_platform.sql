-- Idempotency, rate limits, jobs, the audit log and the security log.

-- Stored responses, replayed when a call is repeated (wire §1.6). A response may contain a login
-- token, so it is encrypted with a key derived from the caller's, which is not stored.
create table idempotent_answer (
  caller text not null,
  call text not null,
  key_digest bytea not null,
  -- keyed with the caller's key too: the body may hold a password
  body_digest bytea not null,
  -- null while the first call is still running
  status int,
  answer bytea,
  started_at timestamptz not null,
  -- Which node runs the call.
  node_id uuid,
  primary key (caller, call, key_digest)
);

create index idempotent_answer_age on idempotent_answer (started_at);

-- Attempts in the current window; one statement counts and reads.
create unlogged table rate_count (
  bucket text primary key,
  window_ends_at timestamptz not null,
  attempts int not null
);

create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null default '{}',
  -- At most one waiting job of this key.
  unique_key text,
  due_at timestamptz not null,
  attempts int not null default 0,
  locked_until timestamptz,
  last_error text,
  done_at timestamptz,
  failed_at timestamptz,
  -- A job that goes after customers' calls while many are in progress (server/platform/queue.ts).
  after_calls boolean not null default false
);

create unique index job_once on job (kind, unique_key)
  where unique_key is not null and done_at is null and failed_at is null;
create index job_due on job (due_at) where done_at is null and failed_at is null;

-- Periodic jobs: the node that advances due_at runs the job.
create table periodic_job (
  name text primary key,
  due_at timestamptz not null
);

-- Processes of the server that serve this database. One that does not renew its lease is gone: the calls with an
-- idempotency key that it was answering may be run by another.
create table node (
  id uuid primary key,
  -- By the clock of the database, which all nodes share.
  lease_until timestamptz not null
);

-- The audit log: acts of staff, and the customer they concern.
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- null: a program that the operator has run, such as an import
  actor_id int references customer,
  for_customer_id int references customer,
  act text not null,
  subject text not null default '',
  detail jsonb not null default '{}'
);

create index audit_of_customer on audit_entry (for_customer_id, at desc) where for_customer_id is not null;
create index audit_of_actor on audit_entry (actor_id, at desc);
-- What was done with a session or a booking.
create index audit_of_subject on audit_entry (subject);
create index audit_age on audit_entry (at);

-- Security log: who did or was refused what, and from which network. It refers to no table, so that it outlives what it
-- names. Equal events of a few seconds are one row.
create table security_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  last_at timestamptz not null,
  times int not null check (times > 0),
  event text not null,
  operator_id int,
  -- Who was logged in.
  person_id int,
  -- Whose account or record it is about.
  customer_id int,
  -- Shortened, 203.0.113.0/24 or 2001:db8:7::/48; empty where there is none.
  network text not null,
  -- Method and pattern of the address.
  route text not null
);

create index security_event_age on security_event (at);
create index security_event_of_operator on security_event (operator_id, id);
create index security_event_of_kind on security_event (operator_id, event, id);
create index security_event_by_person on security_event (person_id, id) where person_id is not null;
create index security_event_of_customer on security_event (customer_id, id) where customer_id is not null;
