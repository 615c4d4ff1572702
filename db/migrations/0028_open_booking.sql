-- Companies that sell an operator's sessions through the Open Booking API (docs/openactive.md).

create table booking_partner (
  id int generated always as identity primary key,
  name text not null,
  -- Reference or date of the contract with it.
  agreement text not null default '',
  calls_per_minute int not null check (calls_per_minute between 1 and 100000),
  -- The key itself is displayed once and not stored.
  key_digest bytea not null unique,
  created_at timestamptz not null,
  created_by int references customer on delete set null,
  last_call_at timestamptz,
  revoked_at timestamptz,
  revoked_by int references customer on delete set null,
  -- What a partner keeps of each sale by its agreement, in hundredths of a percent.
  commission_rate int not null default 0
    check (commission_rate between 0 and 10000)
);

-- The operators, which are the sellers, that a partner may sell for.
create table booking_partner_operator (
  partner_id int not null references booking_partner on delete cascade,
  operator_id int not null references operator,
  primary key (partner_id, operator_id)
);

create index booking_partner_of_operator on booking_partner_operator (operator_id);

-- Quotes and orders that booking partners make through the Open Booking API (docs/decisions/0026-partner-orders.md).
create table partner_order (
  id int generated always as identity primary key,
  partner_id int not null references booking_partner,
  -- Chosen by the partner; two partners may choose the same.
  uuid uuid not null,
  operator_id int not null references operator,
  -- quote: places may be on lease; deleted: its uuid is never used again
  state text not null default 'quote' check (state in ('quote', 'proposal', 'order', 'deleted')),
  -- Its lines are the lease, and later the bookings.
  basket_id int references basket,
  order_id int unique references customer_order,
  -- Of the call that booked, and its answer, which a repeated call gets byte for byte.
  request_digest bytea,
  answer text,
  -- The payment as the partner calls it.
  payment_reference text,
  created_at timestamptz not null,
  -- Where it is in the orders feed; null until it has changed after it was booked.
  feed_modified bigint,
  unique (partner_id, uuid),
  check ((order_id is not null) = (state in ('order', 'deleted')))
);

create index partner_order_in_feed on partner_order (partner_id, feed_modified, uuid) where feed_modified is not null;
create index partner_order_of_basket on partner_order (basket_id) where basket_id is not null;
create index partner_order_answered on partner_order (created_at) where answer is not null;

-- One place each. `number` is the part of its @id that tells it from the others.
create table partner_order_item (
  partner_order_id int not null references partner_order on delete cascade,
  number int not null,
  basket_item_id int not null unique references basket_item,
  -- The OrderItem as it was answered when it was booked; null once the order has been deleted.
  item jsonb,
  cancelled_by_customer boolean not null default false,
  cancellation_message text,
  customer_notice text,
  primary key (partner_order_id, number)
);

create table partner_proposal (
  partner_order_id int primary key references partner_order on delete cascade,
  -- Of its items: another one after they are amended. The part of orderProposalVersion that tells them apart.
  version uuid not null,
  status text not null default 'awaiting'
    check (status in ('awaiting', 'accepted', 'rejected', 'customer_rejected', 'booked')),
  request_digest bytea not null,
  -- The call whose items are booked, and its answer. Both name people, so they go when the proposal ends.
  request jsonb,
  answer text,
  -- The same without people, as the feed of proposals has it.
  item jsonb not null,
  created_at timestamptz not null,
  held_until timestamptz not null,
  -- Its places are booked or released.
  has_ended boolean not null default false,
  decided_by int references customer on delete set null,
  decided_at timestamptz,
  -- The publisher has yet to move it to the end of its feed.
  is_changed boolean not null default false,
  -- Where it is in its feed; null until it has changed after it was made.
  feed_modified bigint,
  check ((request is null) = has_ended)
);

create index partner_proposal_open on partner_proposal (held_until) where not has_ended;
create index partner_proposal_changed on partner_proposal (partner_order_id) where is_changed;
create index partner_proposal_in_feed on partner_proposal (feed_modified) where feed_modified is not null;

-- Orders whose item in the orders feed may be different: the publisher takes them out.
create table partner_order_change (
  order_id int not null
);

create table partner_feed_state (
  one boolean primary key default true check (one),
  last_modified bigint not null default 0
);

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
