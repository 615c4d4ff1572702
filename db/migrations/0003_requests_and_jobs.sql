-- Idempotency, rate limits, jobs and the audit log.

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
  failed_at timestamptz
);

create unique index job_once on job (kind, unique_key) where unique_key is not null and done_at is null and failed_at is null;
create index job_due on job (due_at) where done_at is null and failed_at is null;

-- Periodic jobs: the node that advances due_at runs the job.
create table periodic_job (
  name text primary key,
  due_at timestamptz not null
);

-- The audit log: acts of staff, and the customer they concern.
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id int not null references customer,
  for_customer_id int references customer,
  act text not null,
  subject text not null default '',
  detail jsonb not null default '{}'
);

create index audit_of_customer on audit_entry (for_customer_id, at desc) where for_customer_id is not null;
create index audit_of_actor on audit_entry (actor_id, at desc);
