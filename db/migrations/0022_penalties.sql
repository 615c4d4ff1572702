-- What is owed for bookings and payments that were missed.

-- An amount owed for a missed class or a late cancellation.
create table penalty (
  id int generated always as identity (start with 6701) primary key,
  operator_id int not null references operator,
  customer_id int not null references customer,
  -- At most one per booking, besides those that were refunded.
  booking_id int references booking,
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
  -- What a customer owes on their account is paid in the basket like a penalty, and blocks nothing meanwhile.
  is_account_debt boolean not null default false,
  -- A penalty that was paid, for a booking that was attended after all: its money goes back, and it stays with the order
  -- that paid it. Missing the booking after all costs another penalty.
  refunded_at timestamptz,
  refunded_by int references customer,
  unique (operator_id, import_key),
  check ((status = 'outstanding') = (settled_at is null)),
  check ((status = 'paid') = (order_id is not null)),
  constraint penalty_refunded_was_paid check (refunded_at is null or status = 'paid')
);

create index penalty_of_customer on penalty (customer_id);
create unique index penalty_account_debt on penalty (customer_id) where is_account_debt and status = 'outstanding';
create unique index penalty_of_booking on penalty (booking_id) where refunded_at is null;
create index penalty_waived on penalty (settled_at) where status = 'waived';
create index penalty_by_booking on penalty (booking_id) where booking_id is not null;

alter table membership_collection add foreign key (penalty_id) references penalty;
alter table refund add foreign key (penalty_id) references penalty;

-- A penalty in a basket. It has no hold; its id is from the sequence of basket items.
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
create index basket_penalty_of_basket on basket_penalty (basket_id);
