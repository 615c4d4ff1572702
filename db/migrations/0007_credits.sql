-- Money that belongs to a person: credit in a ledger, penalties, and an account that is settled later.

-- Credit that somebody was given at one time, of one kind, until one day: general credit pays for anything,
-- membership credit came with a membership. Credit is used lot by lot, the first to expire first.
create table credit_lot (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  customer_id int not null references customer,
  type text not null check (type in ('general', 'membership')),
  granted int not null check (granted > 0),
  -- The last day it can be used; null: for ever.
  expires_on date,
  created_at timestamptz not null,
  -- Sums of its entries, kept by update_credit_lot_balance: pence that can be used, and pence kept for a basket.
  available int not null default 0 constraint credit_not_negative check (available >= 0),
  reserved int not null default 0 check (reserved >= 0),
  -- What it is called in the operator's files, so that importing them again grants nothing again.
  import_key text,
  unique (operator_id, import_key)
);

create index credit_lot_of_customer on credit_lot (customer_id);
create index credit_lot_to_expire on credit_lot (expires_on) where expires_on is not null and available > 0;

-- Something that happened to credit. What it moved stands in its entries, which cancel each other out.
create table credit_movement (
  id int generated always as identity primary key,
  kind text not null check (kind in ('grant', 'reserve', 'give_back', 'spend', 'refund', 'expire')),
  at timestamptz not null,
  description text not null,
  order_id int references customer_order,
  booking_id int references booking,
  -- Staff who did it.
  actor_id int references customer
);

create index credit_movement_of_order on credit_movement (order_id) where order_id is not null;

-- Credit kept for a basket. While the basket holds something or is being paid it stands; after that it counts
-- as free at once, swept or not (is_credit_reserved).
create table credit_reservation (
  id int generated always as identity (start with 8101) primary key,
  basket_id int not null references basket,
  customer_id int not null references customer,
  type text not null check (type in ('general', 'membership')),
  amount int not null check (amount > 0),
  -- Kept until then whatever the basket holds: for penalties, which no hold keeps.
  reserved_until timestamptz not null,
  state text not null default 'reserved' check (state in ('reserved', 'spent', 'returned')),
  created_at timestamptz not null,
  ended_at timestamptz
);

create unique index credit_reservation_of_basket on credit_reservation (basket_id, type) where state = 'reserved';
create index credit_reservation_of_customer on credit_reservation (customer_id) where state = 'reserved';
create index credit_reservation_of_basket_any_state on credit_reservation (basket_id);

-- One side of a movement, in pence. A person's accounts are `available` and `reserved`; the operator's are
-- where credit comes from (`grants`, `refunds`) and where it goes (`sales`, `expired`).
create table credit_entry (
  id int generated always as identity (start with 6601) primary key,
  movement_id int not null references credit_movement,
  lot_id int not null references credit_lot,
  account text not null check (account in ('available', 'reserved', 'grants', 'refunds', 'sales', 'expired')),
  amount int not null check (amount <> 0),
  reservation_id int references credit_reservation,
  check ((account = 'reserved') = (reservation_id is not null))
);

create index credit_entry_of_movement on credit_entry (movement_id);
create index credit_entry_of_lot on credit_entry (lot_id);
create index credit_entry_of_reservation on credit_entry (reservation_id) where reservation_id is not null;

-- Something a customer owes because of what they did: missed a class, came too late to cancel.
create table penalty (
  id int generated always as identity (start with 6701) primary key,
  operator_id int not null references operator,
  customer_id int not null references customer,
  -- A booking is missed once.
  booking_id int unique references booking,
  description text not null,
  amount int not null check (amount > 0),
  status text not null default 'outstanding' check (status in ('outstanding', 'paid', 'waived')),
  created_at timestamptz not null,
  settled_at timestamptz,
  order_id int references customer_order,
  -- Staff who waived it, and why.
  waived_by int references customer,
  waive_reason text,
  import_key text,
  unique (operator_id, import_key),
  check ((status = 'outstanding') = (settled_at is null)),
  check ((status = 'paid') = (order_id is not null))
);

create index penalty_of_customer on penalty (customer_id);

-- A penalty in a basket. It holds no place; its number is one of a line like any other.
create table basket_penalty (
  id int primary key default nextval('basket_item_id_seq'),
  basket_id int not null references basket,
  penalty_id int not null references penalty,
  sort_by int not null,
  added_at timestamptz not null,
  removed_at timestamptz
);

create unique index basket_penalty_once on basket_penalty (basket_id, penalty_id) where removed_at is null;
create index basket_penalty_of_penalty on basket_penalty (penalty_id);

-- What was charged to a customer's account, and with a minus what was settled.
create table account_entry (
  id int generated always as identity primary key,
  customer_id int not null references customer,
  at timestamptz not null,
  amount int not null check (amount <> 0),
  description text not null,
  order_id int references customer_order,
  actor_id int references customer
);

create index account_entry_of_customer on account_entry (customer_id);
