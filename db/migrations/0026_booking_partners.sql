-- Companies that sell an operator's sessions through the Open Booking API (docs/openactive.md).

-- Whether partners may book, how prices contain tax, and where the terms of booking are.
alter table operator add column open_booking boolean not null default false;
alter table operator add column tax_mode text not null default 'gross' check (tax_mode in ('gross', 'net'));
alter table operator add column booking_terms_url text not null default '';

create table booking_partner (
  id int generated always as identity primary key,
  name text not null,
  -- Reference or date of the contract with it.
  agreement text not null default '',
  calls_per_minute int not null check (calls_per_minute between 1 and 100000),
  -- The key itself is displayed once and not stored.
  key_digest bytea not null unique,
  created_at timestamptz not null,
  created_by int references customer on delete set null,
  last_call_at timestamptz,
  revoked_at timestamptz,
  revoked_by int references customer on delete set null
);

-- The operators, which are the sellers, that a partner may sell for.
create table booking_partner_operator (
  partner_id int not null references booking_partner on delete cascade,
  operator_id int not null references operator,
  primary key (partner_id, operator_id)
);
create index booking_partner_of_operator on booking_partner_operator (operator_id);
