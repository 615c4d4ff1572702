-- Orders, bookings and refunds.

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
  -- The payer's name on the bill, and what a walk-in has left at the desk to be reached by.
  payer_first_name text not null default '',
  payer_last_name text not null default '',
  payer_phone text not null default '',
  -- In which a visitor read when they ordered, for what is written to them later; null: made at the desk or by a partner.
  language text,
  source text not null default 'activity-booking'
    check (source in ('activity-booking', 'online-joining', 'booking-move', 'front-of-house',
      'open-booking')),
  total int not null check (total >= 0),
  tax_total int not null,
  item_hash text not null,
  -- The paid CARTITEMs.
  items jsonb not null,
  terms_accepted int[] not null default '{}',
  -- When the contact of a visitor was deleted, and when an old order was made anonymous.
  contact_cleared_at timestamptz,
  anonymised_at timestamptz,
  unique (operator_id, reference)
);

create index order_of_customer on customer_order (customer_id, placed_at desc) where customer_id is not null;
create index order_of_visitor on customer_order (placed_at)
  where customer_id is null and contact_cleared_at is null;
-- What a caller without an account says of themselves (server/bookings/sql/orderSearch).
create index order_of_visitor_last_name on customer_order (operator_id, lower(payer_last_name) collate "C", placed_at desc)
  where customer_id is null and payer_last_name <> '';
create index order_of_visitor_first_name on customer_order (operator_id, lower(payer_first_name) collate "C", placed_at desc)
  where customer_id is null and payer_first_name <> '';
create index order_of_visitor_email on customer_order (operator_id, email, placed_at desc)
  where customer_id is null and email is not null;
create index order_of_visitor_phone
  on customer_order (operator_id, right(regexp_replace(payer_phone, '\D', '', 'g'), 9), placed_at desc)
  where customer_id is null and payer_phone <> '';
create index order_to_anonymise on customer_order (placed_at) where anonymised_at is null;

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
  status text not null default 'booked'
    check (status in ('booked', 'attended', 'not_attended', 'cancelled', 'cancelled_by_venue')),
  access_code text not null,
  -- Incremented with every change, so that calendars apply the newer one (iCalendar SEQUENCE).
  sequence int not null default 0,
  position int not null,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  -- When attendance was recorded, and by whom.
  attendance_at timestamptz,
  attendance_by int references customer,
  -- What the venue last said about a booking to the person who made it, through whoever sold it.
  customer_notice text,
  -- When the booking was last moved to another time, null where it never was; and by how many pence moves made it
  -- cheaper, which were paid back.
  moved_at timestamptz,
  move_refund int not null default 0 check (move_refund >= 0),
  -- The terms of cancelling under which a place was bought; null for bookings from before, which have those of the
  -- activity. A fee that is null is the whole price, as in activity.
  free_cancel_minutes int,
  late_cancel_fee int
);

create index booking_of_order on booking (order_id);
create index booking_of_code on booking (access_code);
create index booking_of_customer on booking (customer_id, occurrence_id) where customer_id is not null;
create index booking_of_person on booking (person_id, occurrence_id) where person_id is not null;
create index booking_of_occurrence on booking (occurrence_id);

-- Tenders of an order.
create table order_payment (
  id int generated always as identity (start with 8101) primary key,
  order_id int not null references customer_order,
  tender_type text not null
    check (tender_type in ('cash', 'offline-voucher', 'cheque', 'card', 'card_terminal', 'credit',
    'customer_account_online', 'booking_partner', 'at_venue')),
  credit_type text check (credit_type in ('general', 'membership')),
  amount int not null check (amount > 0),
  transaction_id int unique references payment_transaction,
  -- Of a card at the desk's terminal, where it was entered.
  card_last_four text check (card_last_four ~ '^\d{4}$'),
  status text not null default 'paid' check (status in ('paid', 'refunded', 'failed')),
  paid_at timestamptz not null,
  -- Who has taken at the desk what was to be paid at the venue (docs/openactive.md), and when.
  collected_at timestamptz,
  collected_by int references customer on delete set null
);

create index payment_of_order on order_payment (order_id);
create index payment_by_card on order_payment (card_last_four, id) where card_last_four is not null;
create index payment_owed on order_payment (order_id) where tender_type = 'at_venue';

-- A part of a refund. Written with the cancellation; refunds to cards are requested by the refund
-- job with the uuid of this row as idempotency key.
create table refund (
  id int generated always as identity (start with 9501) primary key,
  uuid uuid not null default gen_random_uuid() unique,
  order_id int not null references customer_order,
  -- A refund may be of an order in which nothing was booked: a membership that its buyer withdraws from.
  booking_id int references booking,
  -- The payment of the order that is refunded.
  payment_id int not null references order_payment,
  -- desk: paid out at the desk, for a buyer without an account.
  -- What a partner pays back to its customer: nothing of it goes through us.
  destination text not null check (destination in ('credit', 'card', 'account', 'desk', 'partner')),
  -- Pence.
  amount int not null check (amount > 0),
  -- failed: not retried; staff settle it
  status text not null check (status in ('due', 'done', 'failed')),
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When the refund job tries next.
  next_attempt_at timestamptz,
  attempts int not null default 0,
  -- The penalty whose payment is refunded; null where a booking is. `booking_id` is then the booking it was for.
  penalty_id int,
  check ((next_attempt_at is not null) <= (status = 'due'))
);

create index refund_of_order on refund (order_id);
create index refund_of_time on refund (created_at);
create index refund_of_booking on refund (booking_id);
create index refund_of_payment on refund (payment_id);
create index refund_to_attempt on refund (next_attempt_at) where next_attempt_at is not null;
create index refund_at_desk on refund (booking_id) where destination = 'desk' and status = 'due';
create unique index refund_of_penalty on refund (penalty_id, payment_id) where penalty_id is not null;
create index refund_failed_to_card on refund (booking_id) where destination = 'card' and status = 'failed';

-- Card payments that the cardholder has disputed with the bank (chargebacks), by the card company's name for each.
create table dispute (
  id int generated always as identity primary key,
  reference text not null unique,
  order_id int not null references customer_order on delete cascade,
  amount int not null check (amount > 0),
  status text not null check (status in ('open', 'won', 'lost')),
  opened_at timestamptz not null,
  closed_at timestamptz
);

create index dispute_of_order on dispute (order_id);

-- The secret in a link that opens one order of a visitor in any browser. Only its digest is kept; each message has a
-- link of its own, and asking for a new one ends the earlier ones.
create table order_link (
  secret_digest bytea primary key,
  order_id int not null references customer_order on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A link that was sent by e-mail proves the address of its order to whoever opens it; earlier links do not say.
  is_mailed boolean not null default false
);

create index order_link_order on order_link (order_id);
create index order_link_end on order_link (expires_at);

-- A move to a dearer time. The new place is held in a basket of its own while the difference is paid.
create table booking_move (
  id int generated always as identity (start with 9901) primary key,
  booking_id int not null references booking,
  basket_id int not null unique references basket,
  -- The line that holds the new place.
  basket_item_id int not null unique references basket_item,
  -- The place of the booking when the move began. A booking that has moved since has another.
  from_hold_id bigint not null references hold,
  occurrence_id int not null references occurrence,
  -- The new time as the payer saw it. Staff may change a session.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Pence: what the booking costs there, and what is paid for the move.
  price int not null check (price > 0),
  surcharge int not null check (surcharge > 0),
  -- held: to be paid. ended: given up, or another took its place.
  status text not null default 'held' check (status in ('held', 'moved', 'ended')),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((status = 'held') = (ended_at is null))
);

create unique index booking_move_in_progress on booking_move (booking_id) where status = 'held';
create index booking_move_of_booking on booking_move (booking_id);

-- The secret address of a customer's calendar feed. Only its digest is stored, so the address
-- is shown only when it is created.
create table calendar_feed (
  customer_id int primary key references customer on delete cascade,
  secret_digest bytea not null unique,
  created_at timestamptz not null
);

-- People whom e-mail could not reach about their booking, until somebody at the desk has rung them.
create table follow_up (
  id int generated always as identity primary key,
  booking_id int not null references booking on delete cascade,
  -- called_off: the venue has called the session off. cancelled: the desk has cancelled the booking.
  reason text not null check (reason in ('called_off', 'cancelled', 'changed', 'message')),
  -- What they were to be told, in the venue's words; '' where the reason says it all.
  message text not null default '',
  -- The message that was not delivered; null where there was no address to write to.
  notice_id int unique references notice on delete set null,
  created_at timestamptz not null,
  done_at timestamptz,
  done_by int references customer on delete set null
);

create index follow_up_of_booking on follow_up (booking_id);
create index follow_up_open on follow_up (created_at) where done_at is null;
