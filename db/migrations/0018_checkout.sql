-- Payments by card.

-- An attempt to pay for a basket by card. It is written before the provider is called. States:
--   started     the provider may or may not have been called; the result is unknown
--   challenge   the bank is verifying the cardholder
--   pending     the bank has not decided
--   authorised  the amount is reserved, not captured
--   completed   an order was made; captured_at says when the amount was captured
--   voiding     a reserved amount is to be released; the reconciliation job repeats until confirmed
--   voided      released, because a place was lost     aborted   released, because it was abandoned
--   failed      the card was declined                 refunded  captured after all, and refunded
create table payment_transaction (
  id int generated always as identity primary key,
  uuid uuid not null unique,
  operator_id int not null references operator,
  basket_id int not null references basket,
  customer_id int references customer,
  provider text not null,
  -- The provider's reference; null until it has one.
  provider_reference text unique,
  -- Pence on the card.
  amount int not null check (amount >= 0),
  currency text not null default 'gbp',
  status text not null default 'started' check (status in ('started', 'challenge', 'pending', 'authorised',
    'completed', 'voiding', 'voided', 'aborted', 'failed', 'refunded')),
  -- Why it is voided.
  -- A bank that did not answer in time is not a payer who turned away from its question.
  void_reason text check (void_reason in ('place_lost', 'abandoned', 'unanswered')),
  -- The names of the items that could not be booked.
  lost_items text[] not null default '{}',
  -- What the payer agreed to: items with prices, terms, e-mail address, other tenders. An order is made
  -- of this snapshot, not of later changes.
  agreement jsonb not null,
  save_card boolean not null default false,
  -- The site the payer used, whose pages receive the bank's result.
  site text not null default '',
  order_id int,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authorised_at timestamptz,
  captured_at timestamptz,
  -- When the reconciliation job tries next; null when there is nothing left to do.
  next_attempt_at timestamptz,
  attempts int not null default 0,
  check ((status = 'voiding') <= (void_reason is not null)),
  check ((status = 'completed') = (order_id is not null))
);

-- One payment of a basket at a time.
create unique index payment_in_progress on payment_transaction (basket_id)
  where status in ('started', 'challenge', 'pending', 'authorised');
create index payment_to_attempt on payment_transaction (next_attempt_at) where next_attempt_at is not null;
create index payment_of_basket on payment_transaction (basket_id);
create index payment_of_customer on payment_transaction (customer_id) where customer_id is not null;

-- The secret in a link that shows how a payment stands, in any browser. Only its digest is kept; each message has a link
-- of its own.
create table payment_link (
  secret_digest bytea primary key,
  transaction_id int not null references payment_transaction on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index payment_link_transaction on payment_link (transaction_id);
create index payment_link_end on payment_link (expires_at);

-- The provider's reference of a customer.
create table provider_customer (
  customer_id int not null references customer on delete cascade,
  provider text not null,
  reference text not null,
  primary key (customer_id, provider)
);

-- A saved card: the provider's reference and the details that may be displayed.
create table saved_card (
  id int generated always as identity (start with 31) primary key,
  customer_id int not null references customer on delete cascade,
  provider text not null,
  external_identifier text not null unique,
  card_holder_name text not null,
  brand text not null,
  last_four text not null check (last_four ~ '^\d{4}$'),
  -- MMYY
  expiry text not null check (expiry ~ '^\d{4}$'),
  created_at timestamptz not null,
  removed_at timestamptz,
  -- The payment at which the card was saved.
  transaction_id int unique references payment_transaction
);

create index saved_card_of_customer on saved_card (customer_id) where removed_at is null;
create index saved_card_to_expire on saved_card (expiry) where removed_at is null;
create index saved_card_by_digits on saved_card (last_four) where removed_at is null;

alter table membership add foreign key (saved_card_id) references saved_card;
alter table membership_collection add foreign key (saved_card_id) references saved_card;
