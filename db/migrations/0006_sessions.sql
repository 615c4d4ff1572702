-- How people log in.

-- A login session. Only the digest of the token is stored.
create table session (
  token_digest bytea primary key,
  customer_id int not null references customer on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- The till chosen after logging in.
  till_id int,
  -- What the browser calls itself, for the person's list of log-ins.
  user_agent text not null default ''
);

create index session_customer on session (customer_id);
create index session_end on session (expires_at);

-- One-time codes: password reset, and handover of a login to another of our sites.
create table one_time_code (
  code_digest bytea primary key,
  -- second_factor: what a right password gives to a person who has still to give the second factor; _passed: what its
  -- setup gives, which logs in
  purpose text not null
    check (purpose in ('reset_password', 'handover', 'verify_email', 'new_email', 'old_email', 'second_factor',
    'second_factor_passed', 'login_link')),
  customer_id int not null references customer on delete cascade,
  expires_at timestamptz not null,
  -- The address that the code was sent to and proves.
  email text not null default '',
  -- When the log-in began that a hand-over carries on: its end counts from there.
  login_started_at timestamptz,
  -- Of a code that works in the browser alone that requested it.
  browser_digest bytea
);

create index one_time_code_customer on one_time_code (customer_id);
create index one_time_code_end on one_time_code (expires_at);

-- A new address that waits for the links sent to both addresses.
create table email_change (
  customer_id int primary key references customer on delete cascade,
  email text not null,
  requested_at timestamptz not null,
  -- The session that asked; it stays when the change ends the others.
  token_digest bytea not null,
  new_confirmed_at timestamptz,
  -- Also set where the old address was never proved.
  old_confirmed_at timestamptz
);

create index email_change_age on email_change (requested_at);

-- Browsers in which a person has logged in: a stranger's wrong attempts do not keep the person out there.
create table trusted_device (
  token_digest bytea not null,
  customer_id int not null references customer on delete cascade,
  last_used_at timestamptz not null,
  -- Until when log-in in this browser needs no second factor.
  second_factor_until timestamptz,
  primary key (token_digest, customer_id)
);

create index trusted_device_customer on trusted_device (customer_id);

-- A second factor at log-in: codes of an app (TOTP, RFC 6238), and recovery codes that work once each.
create table second_factor (
  customer_id int primary key references customer on delete cascade,
  secret bytea not null,
  created_at timestamptz not null,
  -- Null until a first code has proved that the app has the secret.
  confirmed_at timestamptz,
  -- The latest step of 30 seconds whose code was accepted: no code works twice.
  last_step bigint not null default 0,
  -- The key that the secret is encrypted with; null: none.
  key_id text
);

create table recovery_code (
  id int generated always as identity primary key,
  customer_id int not null references customer on delete cascade,
  code_hash text not null
);

create index recovery_code_customer on recovery_code (customer_id);

-- Passkeys (WebAuthn): public keys by which a person logs in.
create table passkey (
  id int generated always as identity primary key,
  customer_id int not null references customer on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- How often the authenticator has signed; a lower one comes from a copy. 0 where it does not count.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkey_customer on passkey (customer_id);

-- What an authenticator signs: used once, by the session or browser that it was made for.
create table passkey_challenge (
  challenge_digest bytea primary key,
  bound_to bytea not null,
  expires_at timestamptz not null
);

create index passkey_challenge_end on passkey_challenge (expires_at);
