-- A household is joined by invitation: a partner with an account of their own, or a child who is old enough to have one.

-- Whose child it is for this customer: the partner who shared them; null for those whom the customer added.
alter table linked_customer add column shared_by int references customer on delete cascade;

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
