-- Card payments, orders, bookings, refunds and till entries.

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
  void_reason text check (void_reason in ('place_lost', 'abandoned')),
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

create table customer_order (
  id int generated always as identity (start with 70991) primary key,
  operator_id int not null references operator,
  -- A basket becomes an order at most once.
  basket_id int not null unique references basket,
  customer_id int references customer,
  reference text not null,
  status text not null default 'confirmed' check (status in ('confirmed', 'partly_refunded', 'refunded')),
  placed_at timestamptz not null,
  email text,
  -- The payer's name on the bill; of a visitor nothing else is stored.
  payer_first_name text not null default '',
  payer_last_name text not null default '',
  source text not null default 'activity-booking',
  total int not null check (total >= 0),
  tax_total int not null,
  item_hash text not null,
  -- The paid CARTITEMs.
  items jsonb not null,
  terms_accepted int[] not null default '{}',
  unique (operator_id, reference)
);

create index order_of_customer on customer_order (customer_id, placed_at desc) where customer_id is not null;

alter table payment_transaction add foreign key (order_id) references customer_order;

create table booking (
  id int generated always as identity (start with 5500001) primary key,
  uuid uuid not null default gen_random_uuid() unique,
  order_id int not null references customer_order,
  basket_item_id int not null unique references basket_item,
  hold_id bigint not null unique references hold,
  occurrence_id int not null references occurrence,
  id_form text not null check (id_form in ('v1', 'v2')),
  -- The buyer and the attendee; null for a visitor.
  customer_id int references customer,
  person_id int references customer,
  quantity int not null check (quantity > 0),
  -- Pence, including VAT.
  price int not null check (price >= 0),
  vat_rate int not null,
  tax int not null,
  status text not null default 'booked' check (status in ('booked', 'attended', 'not_attended', 'cancelled', 'cancelled_by_venue')),
  access_code text not null,
  -- Incremented with every change, so that calendars apply the newer one (iCalendar SEQUENCE).
  sequence int not null default 0,
  position int not null,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  -- When attendance was recorded, and by whom.
  attendance_at timestamptz,
  attendance_by int references customer
);

create index booking_of_order on booking (order_id);
create index booking_of_customer on booking (customer_id, occurrence_id) where customer_id is not null;
create index booking_of_person on booking (person_id, occurrence_id) where person_id is not null;
create index booking_of_occurrence on booking (occurrence_id);

-- Tenders of an order.
create table order_payment (
  id int generated always as identity (start with 8101) primary key,
  order_id int not null references customer_order,
  tender_type text not null,
  credit_type text check (credit_type in ('general', 'membership')),
  amount int not null check (amount > 0),
  transaction_id int unique references payment_transaction,
  status text not null default 'paid' check (status in ('paid', 'refunded', 'failed')),
  paid_at timestamptz not null
);

create index payment_of_order on order_payment (order_id);

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

alter table membership add column saved_card_id int references saved_card;

-- A part of a refund. Written with the cancellation; refunds to cards are requested by the refund
-- job with the uuid of this row as idempotency key.
create table refund (
  id int generated always as identity (start with 9501) primary key,
  uuid uuid not null default gen_random_uuid() unique,
  order_id int not null references customer_order,
  booking_id int not null references booking,
  -- The payment of the order that is refunded.
  payment_id int not null references order_payment,
  -- desk: paid out at the desk, for a buyer without an account.
  destination text not null check (destination in ('credit', 'card', 'account', 'desk')),
  -- Pence.
  amount int not null check (amount > 0),
  -- failed: not retried; staff settle it
  status text not null check (status in ('due', 'done', 'failed')),
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When the refund job tries next.
  next_attempt_at timestamptz,
  attempts int not null default 0,
  check ((next_attempt_at is not null) <= (status = 'due'))
);

create index refund_of_order on refund (order_id);
create index refund_of_booking on refund (booking_id);
create index refund_of_payment on refund (payment_id);
create index refund_to_attempt on refund (next_attempt_at) where next_attempt_at is not null;

-- Takings of staff; refunds are negative. Append-only.
create table till_entry (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  -- The venue, and its local day.
  venue_id int not null references venue,
  local_date date not null,
  -- null: without a till
  till_id int references till,
  actor_id int not null references customer,
  at timestamptz not null,
  tender_type text not null,
  credit_type text check (credit_type in ('general', 'membership')),
  amount int not null check (amount <> 0),
  -- Cash received and change given.
  tendered int check (tendered >= amount),
  -- The number of a voucher or cheque; the reason of a refund.
  reference text,
  order_id int not null references customer_order,
  -- The payment it records.
  payment_id int unique references order_payment,
  -- The booking it refunds.
  booking_id int references booking,
  check ((amount > 0) = (payment_id is not null)),
  check ((tender_type = 'credit') = (credit_type is not null))
);

create index till_entry_of_day on till_entry (venue_id, local_date);
create index till_entry_of_order on till_entry (order_id);
