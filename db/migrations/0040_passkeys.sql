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
