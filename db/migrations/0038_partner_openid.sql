-- OpenID Connect for booking partners (docs/decisions/0027-openid-for-partners.md).

-- What a partner names itself by at the token endpoint. One comes with the partner, its secret being the partner's key;
-- the partner registers further ones itself.
create table openid_client (
  client_id text primary key,
  partner_id int not null references booking_partner on delete cascade,
  -- null: the partner's key
  secret_digest bytea,
  -- As registered, without the secret: redirect_uris, grant_types and so on.
  metadata jsonb not null default '{}',
  created_at timestamptz not null
);
create index openid_client_of_partner on openid_client (partner_id);

insert into openid_client (client_id, partner_id, created_at)
  select 'bp_' || replace(gen_random_uuid()::text, '-', ''), id, created_at from booking_partner;

-- Grants, tokens and authorisations under way, each under a digest of what it is found by.
create table openid_record (
  model text not null,
  id_digest bytea not null,
  payload jsonb not null,
  client_id text references openid_client on delete cascade,
  -- The seller that it gives access to.
  operator_id int references operator,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id_digest)
);
create index openid_record_of_client on openid_record (client_id) where client_id is not null;
create index openid_record_of_grant on openid_record (grant_id) where grant_id is not null;
create index openid_record_by_uid on openid_record (uid) where uid is not null;
create index openid_record_expiry on openid_record (expires_at);

-- The key that ID tokens are signed with, made by the first server that needs one. Settings may name another.
create table openid_signing_key (
  one boolean primary key default true check (one),
  private_jwk jsonb not null,
  created_at timestamptz not null
);
