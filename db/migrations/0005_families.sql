-- Households.

-- Whom a customer may book for.
create table linked_customer (
  customer_id int not null references customer on delete cascade,
  linked_id int not null references customer on delete cascade,
  relation text not null,
  -- Whose child it is for this customer: the partner who shared them; null for those whom the customer added.
  shared_by int references customer on delete cascade,
  -- Whether the customer has yet to confirm who accepted their invitation; until then neither household sees what the
  -- venue knows of the other's health.
  awaits_confirmation boolean not null default false,
  primary key (customer_id, linked_id),
  check (customer_id <> linked_id)
);

create index linked_customer_back on linked_customer (linked_id);

-- An invitation that has not been accepted. Only the digest of the secret in its link is kept.
create table family_invitation (
  id int generated always as identity primary key,
  inviter_id int not null references customer on delete cascade,
  -- Who takes over their own record; null: somebody with an account of their own joins.
  person_id int references customer on delete cascade,
  email text not null,
  secret_digest bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index family_invitation_inviter on family_invitation (inviter_id);
create index family_invitation_person on family_invitation (person_id);
