-- What the desk takes and gives back.

-- A drawer of a venue's desk.
create table till (
  id int generated always as identity primary key,
  venue_id int not null references venue,
  slug text not null,
  name text not null,
  position int not null default 0,
  withdrawn boolean not null default false,
  unique (venue_id, slug)
);

alter table session add foreign key (till_id) references till;

-- A till from when it is opened with a float until it is counted. A till has one open at a time.
create table till_session (
  id int generated always as identity primary key,
  till_id int not null references till,
  float_amount int not null check (float_amount >= 0),
  opened_at timestamptz not null,
  opened_by int not null references customer,
  -- Given on the first closing, by till, without gaps. A session that is opened again keeps it.
  z_number int check (z_number > 0),
  closed_at timestamptz,
  closed_by int references customer,
  -- Why what was counted is not what was expected; '' where it needs no reason.
  reason text not null default '',
  unique (till_id, z_number),
  check ((closed_at is null) = (closed_by is null)),
  check (closed_at is null or z_number is not null)
);

create unique index till_session_open on till_session (till_id) where closed_at is null;
create index till_session_of_till on till_session (till_id, opened_at);

-- Cash that goes into a till or out of it without a sale. Append-only.
create table till_movement (
  id int generated always as identity primary key,
  till_session_id int not null references till_session,
  kind text not null check (kind in ('float_in', 'banking', 'petty_cash')),
  amount int not null check (amount > 0),
  -- The number of the receipt or of the bag for the bank.
  reference text not null default '',
  actor_id int not null references customer,
  at timestamptz not null
);

create index till_movement_of_session on till_movement (till_session_id);

-- What a closed session should have held by tender, and what was counted.
create table till_count (
  till_session_id int not null references till_session,
  tender_type text not null check (tender_type in ('cash', 'offline-voucher', 'cheque', 'card_terminal')),
  expected int not null,
  counted int not null check (counted >= 0),
  primary key (till_session_id, tender_type)
);

-- Takings of staff; refunds are negative. Append-only.
create table till_entry (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  -- The venue, and its local day.
  venue_id int not null references venue,
  local_date date not null,
  -- null: without a till
  till_id int references till,
  -- The session of its till that counts it; null where the till was not open.
  till_session_id int references till_session,
  actor_id int not null references customer,
  at timestamptz not null,
  tender_type text not null
    check (tender_type in ('cash', 'offline-voucher', 'cheque', 'card', 'card_terminal', 'credit',
    'customer_account_online', 'booking_partner', 'at_venue')),
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
create index till_entry_of_session on till_entry (till_session_id) where till_session_id is not null;
create index till_entry_uncounted on till_entry (till_id) where till_session_id is null and till_id is not null;
