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
