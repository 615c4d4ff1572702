-- Plans, members, and what is collected from them.

create table membership_plan (
  id int generated always as identity (start with 301) primary key,
  operator_id int not null references operator,
  slug text not null,
  name text not null,
  description text not null default '',
  price int not null check (price >= 0),
  billing_period text not null default 'month' check (billing_period in ('month', 'year', 'once')),
  joining_fee int not null default 0 check (joining_fee >= 0),
  minimum_term_months int not null default 0 check (minimum_term_months >= 0),
  payment_methods text[] not null default '{direct_debit,card}'
    check (payment_methods <@ '{direct_debit,card,cash}'::text[] and cardinality(payment_methods) > 0),
  age_min int,
  age_max int,
  -- The type of document required to join.
  document_type text,
  sold_online boolean not null default true,
  position int not null default 0,
  withdrawn boolean not null default false,
  -- Price of the days until the first billing day: pro rata, or free.
  first_days text not null default 'share' check (first_days in ('share', 'free')),
  -- Days from the cancellation to the last day at least; null: only staff cancel it.
  cancellation_notice_days int check (cancellation_notice_days between 0 and 366),
  -- The longest freeze in months; 0: only staff freeze it.
  freeze_months int not null default 0 check (freeze_months between 0 and 12),
  -- How many people a membership is for.
  max_members int not null default 1 check (max_members between 1 and 12),
  -- How many of them may be adults; null: all.
  max_adults int check (max_adults between 1 and max_members),
  unique (operator_id, slug)
);

-- Where a plan is sold and its benefits hold.
create table membership_plan_venue (
  plan_id int not null references membership_plan on delete cascade,
  venue_id int not null references venue,
  primary key (plan_id, venue_id)
);

create table membership_plan_terms (
  plan_id int not null references membership_plan on delete cascade,
  terms_id int not null references terms,
  primary key (plan_id, terms_id)
);

-- What a member pays for certain activities at the venues of the plan.
create table benefit (
  id int generated always as identity (start with 21) primary key,
  plan_id int not null references membership_plan,
  slug text not null,
  name text not null,
  description text not null default '',
  kind text not null check (kind in ('free', 'percent', 'fixed')),
  percent_off int check (percent_off between 1 and 99),
  -- pence
  fixed_price int check (fixed_price >= 0),
  -- Uses per day, week (from Monday) or month of the activity's local day; null: unlimited.
  allowance int check (allowance > 0),
  allowance_period text check (allowance_period in ('day', 'week', 'month')),
  covers_all boolean not null default false,
  position int not null default 0,
  withdrawn boolean not null default false,
  unique (plan_id, slug),
  check ((kind = 'percent') = (percent_off is not null)),
  check ((kind = 'fixed') = (fixed_price is not null)),
  check ((allowance is null) = (allowance_period is null))
);

create table benefit_activity (
  benefit_id int not null references benefit on delete cascade,
  activity_id int not null references activity on delete cascade,
  primary key (benefit_id, activity_id)
);

-- A Direct Debit mandate. The bank account is stored by the provider only.
create table debit_mandate (
  id int generated always as identity (start with 7101) primary key,
  operator_id int not null references operator,
  customer_id int not null references customer,
  provider text not null,
  -- Our idempotency key at the provider, by which a lost request can also be cancelled.
  key uuid not null unique,
  -- requested: not yet known whether the provider has it
  state text not null default 'requested' check (state in ('requested', 'active', 'ending', 'ended', 'refused')),
  -- The provider's reference.
  reference text unique,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'active') <= (reference is not null))
);

create index mandate_to_end on debit_mandate (created_at) where state in ('requested', 'ending');

create table membership (
  id int generated always as identity (start with 9001) primary key,
  operator_id int not null references operator,
  reference text not null,
  plan_id int not null references membership_plan,
  venue_id int not null references venue,
  payer_id int not null references customer,
  -- As last stored. The status on a day is computed when it is read.
  status text not null default 'active' check (status in ('awaiting_payment', 'pending', 'active', 'frozen', 'ended')),
  starts_on date not null,
  -- The last valid day.
  ends_on date check (ends_on >= starts_on),
  price int not null check (price >= 0),
  billing_period text not null check (billing_period in ('month', 'year', 'once')),
  payment_method text not null check (payment_method in ('direct_debit', 'card', 'cash')),
  billing_day int check (billing_day between 1 and 28),
  next_billing_on date,
  -- Frozen from this day (inclusive) until the other (exclusive).
  frozen_from date,
  frozen_until date check (frozen_until > frozen_from),
  created_at timestamptz not null,
  mandate_id int references debit_mandate,
  -- The last day of the minimum term.
  minimum_until date,
  -- Whether recurring payments are collected here, and not by the system it was imported from.
  collected_here boolean not null default false,
  saved_card_id int,
  -- When the customer gave notice. It ends on ends_on.
  cancelled_at timestamptz,
  -- A cheaper plan applies from a billing day on.
  next_plan_id int references membership_plan,
  -- Pence.
  next_price int check (next_price >= 0),
  next_plan_from date,
  unique (operator_id, reference),
  check ((next_plan_id is null) = (next_price is null) and (next_plan_id is null) = (next_plan_from is null))
);

create index membership_of_payer on membership (payer_id);
create index membership_to_bill on membership (next_billing_on) where collected_here and next_billing_on is not null;
create index membership_to_start on membership (starts_on) where status = 'pending';
create index membership_to_end on membership (ends_on) where status <> 'ended' and ends_on is not null;
create index membership_minimum_term on membership (minimum_until) where ends_on is null and minimum_until is not null;
create index membership_to_change_plan on membership (next_plan_from) where next_plan_id is not null;

-- A person covered by a membership. The id is membership_user_id on the wire.
create table membership_member (
  id int generated always as identity (start with 9001) primary key,
  membership_id int not null references membership on delete cascade,
  customer_id int not null references customer,
  -- When a person was taken off a membership, by the operator's files. Their uses of its benefits stay.
  removed_at timestamptz,
  unique (membership_id, customer_id)
);

create index membership_of_member on membership_member (customer_id);

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
  -- Payments whose day passed while nothing ran, and after which another has become due. Staff decide about them.
  --   missed   not requested, and for staff to decide
  state text not null default 'waiting'
    check (state in ('waiting', 'requested', 'collected', 'failed', 'settled', 'skipped', 'missed')),
  due_on date not null,
  tries int not null default 0,
  -- Why the last attempt failed.
  reason text,
  penalty_id int unique,
  created_at timestamptz not null,
  requested_at timestamptz,
  settled_at timestamptz,
  -- When the job tries next; null when there is nothing left to do.
  next_attempt_at timestamptz,
  -- The card or mandate that a payment was requested from. A change of the membership does not move it.
  saved_card_id int,
  mandate_id int references debit_mandate,
  unique (membership_id, period_from),
  check ((state in ('waiting', 'requested')) = (next_attempt_at is not null))
);

create index collection_to_attempt on membership_collection (next_attempt_at) where next_attempt_at is not null;
create index collection_failed on membership_collection (id) where state = 'failed';
create index collection_missed on membership_collection (id) where state = 'missed';
