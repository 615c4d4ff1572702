-- What hirers owe: invoices without gaps in their numbers, credit notes for dates left out afterwards, and payments.

-- The last number of an operator: whoever writes an invoice waits for its row, and a number goes back with what failed.
create table hire_invoice_number (
  operator_id int primary key references operator,
  last_number int not null check (last_number > 0)
);

create table hire_invoice (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  hire_id int not null references hire,
  number int not null check (number > 0),
  unique (operator_id, number),
  -- A credit note: the invoice that it takes something off.
  credits_id int references hire_invoice,
  -- As they were written on it.
  hirer_name text not null,
  hirer_address text not null,
  issued_on date not null,
  due_on date not null check (due_on >= issued_on),
  issued_at timestamptz not null
);

create index hire_invoice_of_hire on hire_invoice (hire_id);
create index hire_invoice_crediting on hire_invoice (credits_id) where credits_id is not null;

-- Money that came in for an invoice, or went back for a credit note. Append-only.
create table hire_payment (
  id int generated always as identity primary key,
  invoice_id int not null references hire_invoice,
  tender_type text not null check (tender_type in ('transfer', 'card_terminal', 'cash', 'cheque')),
  -- Less than 0: paid back.
  amount int not null check (amount <> 0),
  reference text not null default '',
  paid_at timestamptz not null,
  taken_by int references customer on delete set null
);

create index hire_payment_of_invoice on hire_payment (invoice_id);
create index hire_payment_at on hire_payment (paid_at);

create table hire_invoice_line (
  invoice_id int not null references hire_invoice,
  position int not null,
  primary key (invoice_id, position),
  -- null: the deposit
  hire_date_id bigint references hire_date,
  -- With VAT; less than 0 on a credit note, and where a deposit is taken off.
  amount int not null check (amount <> 0),
  -- In hundredths of a per cent, contained in the amount.
  vat_rate int not null check (vat_rate between 0 and 10000),
  -- By which it was paid; null while it is owed.
  payment_id int references hire_payment,
  is_credit boolean not null
);

-- A date is invoiced once, and credited once.
create unique index hire_date_invoiced on hire_invoice_line (hire_date_id, is_credit) where hire_date_id is not null;
create index hire_invoice_line_paid on hire_invoice_line (payment_id) where payment_id is not null;

-- A secret that opens a hirer's dates and invoices, sent with each invoice.
create table hirer_link (
  secret_digest bytea primary key,
  hirer_id int not null references hirer,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index hirer_link_expiring on hirer_link (expires_at);

-- What the desk takes for an invoice lies in its till like what it takes for an order.
alter table till_entry alter column order_id drop not null;
alter table till_entry add column invoice_id int references hire_invoice;
alter table till_entry add constraint entry_of_one check (num_nonnulls(order_id, invoice_id) = 1) not valid;
alter table till_entry drop constraint till_entry_check1;
alter table till_entry add constraint entry_of_payment
  check ((amount > 0) = (payment_id is not null or invoice_id is not null)) not valid;
