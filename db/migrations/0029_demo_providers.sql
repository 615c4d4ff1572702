-- Data of the demo card and Direct Debit providers. They represent other companies: no other table refers to these, and
-- of a card or account they store only what a receipt or statement may show.

-- The demo card provider.
create table demo_card_session (
  session_key text primary key,
  expires_at timestamptz not null
);

create table demo_card (
  -- The token of a typed card, or the reference of a saved card.
  identifier text primary key,
  session_key text,
  saved boolean not null default false,
  card_holder_name text not null,
  brand text not null,
  last_four text not null,
  expiry text not null,
  -- A test card whose payments the demo card provider reports as disputed: when, and what of it has been reported.
  behaviour text not null
    check (behaviour in ('authorise', 'decline', 'challenge_pass', 'challenge_fail', 'pend', 'dispute')),
  created_at timestamptz not null
);

create table demo_card_payment (
  -- The merchant's idempotency key.
  reference text primary key,
  amount int not null check (amount >= 0),
  state text not null
    check (state in ('opened', 'challenge', 'pending', 'authorised', 'declined', 'captured', 'voided', 'refunded')),
  card_identifier text,
  saved_identifier text,
  return_url text,
  challenge_token text unique,
  captured int not null default 0 check (captured between 0 and amount),
  refunded int not null default 0 check (refunded between 0 and captured),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the bank was asked for it back, and what of that has been reported.
  disputed_at timestamptz,
  dispute_reported text check (dispute_reported in ('open', 'lost'))
);

create index demo_card_payment_disputed on demo_card_payment (disputed_at)
  where disputed_at is not null and dispute_reported is distinct from 'lost';

-- Refunds of the demo card provider, by the merchant's idempotency key.
create table demo_card_refund (
  refund_key text primary key,
  reference text not null,
  amount int not null check (amount > 0),
  created_at timestamptz not null
);

-- The demo Direct Debit provider: what its statements show of an account, and how the account behaves.
create table demo_debit_mandate (
  key text primary key,
  account_name text not null,
  account_ending text not null check (account_ending ~ '^\d{2}$'),
  behaviour text not null check (behaviour in ('pay', 'refuse', 'refuse_first', 'cancel', 'slow')),
  state text not null default 'active' check (state in ('active', 'cancelled')),
  created_at timestamptz not null
);

create table demo_debit_collection (
  key text primary key,
  mandate_key text not null references demo_debit_mandate,
  amount int not null check (amount > 0),
  state text not null check (state in ('pending', 'collected', 'failed')),
  reason text,
  decided_at timestamptz not null,
  created_at timestamptz not null
);
