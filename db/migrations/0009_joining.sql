-- Joining online, and collections of membership payments.

-- A joining in progress and what was agreed to. The membership is made of this snapshot.
create table joining (
  id int generated always as identity (start with 5501) primary key,
  operator_id int not null references operator,
  customer_id int not null references customer,
  plan_id int not null references membership_plan,
  venue_id int not null references venue,
  -- The basket that checkout locks and pays. It has no lines and is not the customer's own.
  basket_id int not null unique references basket,
  status text not null default 'awaiting_payment' check (status in ('awaiting_payment', 'complete', 'given_up')),
  starts_on date not null,
  payment_method text not null check (payment_method in ('direct_debit', 'card')),
  billing_day int check (billing_day between 1 and 28),
  mandate_id int references debit_mandate,
  -- Pence.
  price int not null check (price >= 0),
  joining_fee int not null check (joining_fee >= 0),
  -- Price of the days until the first regular payment, and the last of these days.
  first_days_price int not null check (first_days_price >= 0),
  first_days_until date,
  next_on date,
  minimum_until date,
  ends_on date check (ends_on >= starts_on),
  -- The PLAN that was shown.
  plan jsonb not null,
  terms int[] not null default '{}',
  membership_id int unique references membership,
  order_id int unique references customer_order,
  created_at timestamptz not null,
  -- Until when the price is guaranteed and the joining can be paid.
  good_until timestamptz not null,
  ended_at timestamptz,
  check ((status = 'complete') = (membership_id is not null)),
  check ((status = 'complete') = (order_id is not null))
);

-- One at a time; starting again abandons the earlier one.
create unique index joining_in_progress on joining (customer_id) where status = 'awaiting_payment';
create index joining_to_abandon on joining (good_until) where status = 'awaiting_payment';

-- The payment of one period of a membership; at most one per period.
--   waiting    to be requested on due_on, for the first time or again
--   requested  the provider may or may not have it; the result is unknown
--   collected  paid
--   failed     no more retries; owed as a penalty
--   settled    paid another way, or waived
--   skipped    nothing was due: the membership had ended or was frozen
create table membership_collection (
  id int generated always as identity (start with 7501) primary key,
  -- Our idempotency key at the provider, together with the number of the attempt.
  key uuid not null unique,
  membership_id int not null references membership,
  period_from date not null,
  period_until date not null check (period_until >= period_from),
  amount int not null check (amount > 0),
  method text not null check (method in ('direct_debit', 'card')),
  state text not null default 'waiting'
    check (state in ('waiting', 'requested', 'collected', 'failed', 'settled', 'skipped')),
  due_on date not null,
  tries int not null default 0,
  -- Why the last attempt failed.
  reason text,
  penalty_id int unique references penalty,
  created_at timestamptz not null,
  requested_at timestamptz,
  settled_at timestamptz,
  -- When the job tries next; null when there is nothing left to do.
  next_attempt_at timestamptz,
  unique (membership_id, period_from),
  check ((state in ('waiting', 'requested')) = (next_attempt_at is not null))
);

create index collection_to_attempt on membership_collection (next_attempt_at) where next_attempt_at is not null;
create index collection_failed on membership_collection (id) where state = 'failed';
