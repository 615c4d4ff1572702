-- Customers and staff, how they are recognised, and what keeps calls honest.

create table customer (
  id int generated always as identity (start with 501) primary key,
  operator_id int not null references operator,
  reference text not null,
  email text not null,
  password_hash text,
  role text not null default 'customer' check (role in ('customer', 'staff')),
  first_name text not null,
  last_name text not null,
  date_of_birth date,
  phone text not null default '',
  address_line_one text not null default '',
  address_line_two text not null default '',
  city text not null default '',
  postcode text not null default '',
  home_venue_id int references venue,
  emergency_contact_name text not null default '',
  emergency_contact_phone text not null default '',
  marketing_consent boolean not null default false,
  source text not null default '',
  onboarding_type text not null default 'standard',
  created_at timestamptz not null,
  unique (operator_id, reference)
);

-- A child or another linked person may have no address of their own.
create unique index customer_email on customer (operator_id, lower(email)) where email <> '';

-- Whom a customer may book for.
create table linked_customer (
  customer_id int not null references customer on delete cascade,
  linked_id int not null references customer on delete cascade,
  relation text not null,
  primary key (customer_id, linked_id),
  check (customer_id <> linked_id)
);

-- Somebody logged in somewhere. Only the digest of the token is kept.
create table session (
  token_digest bytea primary key,
  customer_id int not null references customer on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);

create index session_customer on session (customer_id);
create index session_end on session (expires_at);

-- Things sent to one person, good for one use: a new password, a hand-over to another site of ours.
create table one_time_code (
  code_digest bytea primary key,
  purpose text not null check (purpose in ('reset_password', 'handover')),
  customer_id int not null references customer on delete cascade,
  expires_at timestamptz not null
);

create index one_time_code_customer on one_time_code (customer_id);
create index one_time_code_end on one_time_code (expires_at);

-- Which terms a customer agreed to on registering, and when.
create table terms_acceptance (
  customer_id int not null references customer on delete cascade,
  terms_id int not null references terms,
  accepted_at timestamptz not null,
  primary key (customer_id, terms_id)
);

-- The answer given to a call, so that repeating the call gives it again (wire §1.6). It may hold a login
-- token, so it is encrypted with a key made from the caller's own, which is not kept.
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

-- How often somebody has tried something in the current window; one statement counts and reads.
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

-- What runs by the clock: the node that moves due_at on is the one that runs it.
create table periodic_job (
  name text primary key,
  due_at timestamptz not null
);

-- What staff do, and for whom.
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id int not null references customer,
  for_customer_id int references customer,
  act text not null,
  subject text not null default '',
  detail jsonb not null default '{}'
);
