-- Memberships that are being bought or changed.

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
  -- A dearer plan is paid for like a joining: the difference until the next payment, for a membership that exists.
  membership_id int references membership,
  order_id int unique references customer_order,
  created_at timestamptz not null,
  -- Until when the price is guaranteed and the joining can be paid.
  good_until timestamptz not null,
  ended_at timestamptz,
  -- The member of staff who began a joining for a customer: what is paid for it stands in their takings.
  sold_by int references customer,
  -- People of the buyer's household who belong to it besides the buyer.
  member_ids int[] not null default '{}',
  -- The membership that gets a dearer plan: the difference until its next payment is paid for like a joining.
  changes_id int references membership,
  check ((status = 'complete') = (membership_id is not null)),
  check ((status = 'complete') = (order_id is not null))
);

-- One at a time; starting again abandons the earlier one.
create unique index joining_in_progress on joining (customer_id) where status = 'awaiting_payment';
create index joining_to_abandon on joining (good_until) where status = 'awaiting_payment';
create unique index joining_of_membership on joining (membership_id) where changes_id is null;
