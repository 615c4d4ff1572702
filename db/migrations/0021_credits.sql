-- Credit as a ledger with two sides, and the accounts of customers.

-- A grant of credit of one type with one expiry: general credit pays for anything,
-- membership credit comes with a membership. Lots are used in order of expiry.
create table credit_lot (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  customer_id int not null references customer,
  type text not null check (type in ('general', 'membership')),
  granted int not null check (granted > 0),
  -- The last day it can be used; null: does not expire.
  expires_on date,
  created_at timestamptz not null,
  -- Sums of its entries, kept by update_credit_lot_balance: pence available, and pence reserved for a basket.
  available int not null default 0 constraint credit_not_negative check (available >= 0),
  reserved int not null default 0 check (reserved >= 0),
  -- Key in the operator's files, so that a repeated import does not grant it again.
  import_key text,
  unique (operator_id, import_key)
);

create index credit_lot_of_customer on credit_lot (customer_id);
create index credit_lot_to_expire on credit_lot (expires_on) where expires_on is not null and available > 0;

-- A ledger transaction. Its entries sum to zero.
create table credit_movement (
  id int generated always as identity primary key,
  -- Credit that a disputed payment was refunded as is set aside until the dispute is closed.
  kind text not null
    check (kind in ('grant', 'reserve', 'give_back', 'spend', 'refund', 'expire', 'freeze', 'unfreeze')),
  at timestamptz not null,
  description text not null,
  order_id int references customer_order,
  booking_id int references booking,
  -- Staff who did it.
  actor_id int references customer
);

create index credit_movement_of_order on credit_movement (order_id) where order_id is not null;

-- Credit reserved for a basket, while the basket has a hold or is being paid; after that it counts
-- as free even before the cleanup job has run (is_credit_reserved).
create table credit_reservation (
  id int generated always as identity (start with 8101) primary key,
  basket_id int not null references basket,
  customer_id int not null references customer,
  type text not null check (type in ('general', 'membership')),
  amount int not null check (amount > 0),
  -- Reserved at least until then: for penalties, which have no hold.
  reserved_until timestamptz not null,
  state text not null default 'reserved' check (state in ('reserved', 'spent', 'returned')),
  created_at timestamptz not null,
  ended_at timestamptz
);

create unique index credit_reservation_of_basket on credit_reservation (basket_id, type) where state = 'reserved';
create index credit_reservation_of_customer on credit_reservation (customer_id) where state = 'reserved';
create index credit_reservation_of_basket_any_state on credit_reservation (basket_id);

-- One side of a movement, in pence. A person's accounts are `available` and `reserved`; the operator's are
-- the sources (`grants`, `refunds`) and destinations (`sales`, `expired`). `frozen` is set aside while a payment is
-- disputed.
create table credit_entry (
  id int generated always as identity (start with 6601) primary key,
  movement_id int not null references credit_movement,
  lot_id int not null references credit_lot,
  account text not null check (account in ('available', 'reserved', 'grants', 'refunds', 'sales', 'expired', 'frozen')),
  amount int not null check (amount <> 0),
  reservation_id int references credit_reservation,
  check ((account = 'reserved') = (reservation_id is not null))
);

create index credit_entry_of_movement on credit_entry (movement_id);
create index credit_entry_of_lot on credit_entry (lot_id);
create index credit_entry_of_reservation on credit_entry (reservation_id) where reservation_id is not null;

-- Charges to a customer's account; settlements are negative.
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
