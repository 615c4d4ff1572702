-- Payments by card, the orders and bookings that come of them, refunds, and what passed through the tills.

-- One try to pay for a basket by card. It is written before the card company is asked and moves through these:
--   started     the company may or may not have been asked; nobody knows the answer yet
--   challenge   the bank asks the person
--   pending     the bank is still thinking
--   authorised  the money is set aside, not taken
--   completed   an order was made; captured_at says whether the money has been taken
--   voiding     what may be set aside has to be let go; the driver does it until the company says done
--   voided      let go, because a place was gone      aborted   let go, because it was given up
--   failed      the card was declined                 refunded  taken after all, and given back
create table payment_transaction (
  id int generated always as identity primary key,
  uuid uuid not null unique,
  operator_id int not null references operator,
  basket_id int not null references basket,
  customer_id int references customer,
  provider text not null,
  -- The company's own name for it; null until it has one.
  provider_reference text unique,
  -- Pence on the card.
  amount int not null check (amount >= 0),
  currency text not null default 'gbp',
  status text not null default 'started' check (status in ('started', 'challenge', 'pending', 'authorised',
    'completed', 'voiding', 'voided', 'aborted', 'failed', 'refunded')),
  -- Why it is voided.
  void_reason text check (void_reason in ('place_lost', 'abandoned')),
  -- What could not be booked, in words.
  lost_items text[] not null default '{}',
  -- What the payer agreed to: items with their prices, terms, e-mail address, other tenders. An order is made
  -- of this and of nothing later.
  agreement jsonb not null,
  save_card boolean not null default false,
  -- The site the payer used; the bank's answer is told to its pages.
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
  -- A basket becomes an order once, whoever completes it and however often.
  basket_id int not null unique references basket,
  customer_id int references customer,
  reference text not null,
  status text not null default 'confirmed' check (status in ('confirmed', 'partly_refunded', 'refunded')),
  placed_at timestamptz not null,
  email text,
  -- Who paid, as the bill says; a visitor is known by nothing else.
  payer_first_name text not null default '',
  payer_last_name text not null default '',
  source text not null default 'activity-booking',
  total int not null check (total >= 0),
  tax_total int not null,
  item_hash text not null,
  -- CARTITEMs as they were paid for.
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
  -- Who bought it, and for whom; null for a visitor.
  customer_id int references customer,
  person_id int references customer,
  quantity int not null check (quantity > 0),
  -- Pence, VAT within.
  price int not null check (price >= 0),
  vat_rate int not null,
  tax int not null,
  status text not null default 'booked' check (status in ('booked', 'attended', 'not_attended', 'cancelled', 'cancelled_by_venue')),
  access_code text not null,
  -- Counts up with every change, so that calendars take the newer one.
  sequence int not null default 0,
  position int not null,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  -- When somebody came, and who said so.
  attendance_at timestamptz,
  attendance_by int references customer
);

create index booking_of_order on booking (order_id);
create index booking_of_customer on booking (customer_id, occurrence_id) where customer_id is not null;
create index booking_of_person on booking (person_id, occurrence_id) where person_id is not null;
create index booking_of_occurrence on booking (occurrence_id);

-- What an order was paid with.
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

-- A customer as the card company knows them.
create table provider_customer (
  customer_id int not null references customer on delete cascade,
  provider text not null,
  reference text not null,
  primary key (customer_id, provider)
);

-- A card kept for next time. The company keeps the card; this is its name there and what may be shown of it.
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
  -- The card that somebody has let us keep was kept at this payment.
  transaction_id int unique references payment_transaction
);

create index saved_card_of_customer on saved_card (customer_id) where removed_at is null;

alter table membership add column saved_card_id int references saved_card;

-- A part of a booking's price on its way back. Written with the cancelling; what the card company must do is done by
-- the driver afterwards, under the uuid of this row, so that asking twice is asking once.
create table refund (
  id int generated always as identity (start with 9501) primary key,
  uuid uuid not null default gen_random_uuid() unique,
  order_id int not null references customer_order,
  booking_id int not null references booking,
  -- Out of which payment of the order it comes.
  payment_id int not null references order_payment,
  -- desk: the desk hands it out, to somebody who has no account.
  destination text not null check (destination in ('credit', 'card', 'account', 'desk')),
  -- Pence.
  amount int not null check (amount > 0),
  -- failed: nothing comes of it by itself; staff settle it
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

-- What staff took, and with a minus what they gave back. Added to, never changed.
create table till_entry (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  -- Where they stood, and the day on its wall.
  venue_id int not null references venue,
  local_date date not null,
  -- null: not at a drawer
  till_id int references till,
  actor_id int not null references customer,
  at timestamptz not null,
  tender_type text not null,
  credit_type text check (credit_type in ('general', 'membership')),
  amount int not null check (amount <> 0),
  -- What was handed over, and with it the change.
  tendered int check (tendered >= amount),
  -- The number of a voucher or cheque; why money was given back.
  reference text,
  order_id int not null references customer_order,
  -- What it took.
  payment_id int unique references order_payment,
  -- What it gave back for.
  booking_id int references booking,
  check ((amount > 0) = (payment_id is not null)),
  check ((tender_type = 'credit') = (credit_type is not null))
);

create index till_entry_of_day on till_entry (venue_id, local_date);
create index till_entry_of_order on till_entry (order_id);
