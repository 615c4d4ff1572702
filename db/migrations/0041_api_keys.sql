-- Keys by which programs of the operator call the API as staff do, within what each is given.
create table api_key (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  name text not null,
  -- Of the key, which is answered once.
  key_digest bytea not null unique,
  -- `read:` or `write:` with a permission (contract/permissions.ts).
  scopes text[] not null check (cardinality(scopes) > 0),
  -- null: at every venue of the operator
  venue_ids int[],
  -- Where it may be used from; none: anywhere.
  networks text[] not null default '{}',
  expires_at timestamptz not null,
  -- What is done with it is done in their name.
  created_by int not null references customer,
  created_at timestamptz not null,
  last_used_at timestamptz,
  uses bigint not null default 0,
  revoked_at timestamptz,
  revoked_by int references customer
);

create index api_key_of_operator on api_key (operator_id);

-- By which key an act was done; null: by a person themselves.
alter table audit_entry add column api_key_id int references api_key;
