-- Clubs, schools and businesses to whom the operator lets places, and what is let to them.

create table hirer (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  name text not null check (name <> ''),
  contact text not null default '',
  phone text not null default '',
  email text not null default '',
  -- Where invoices go, as it is written on them.
  address text not null default '',
  -- A series of ten or more lets to a club, school or association may be exempt from VAT.
  vat_treatment text not null default 'standard' check (vat_treatment in ('standard', 'exempt_series')),
  exempt_reason text not null default '',
  check ((vat_treatment = 'exempt_series') = (exempt_reason <> '')),
  -- Days between an invoice and when it is to be paid.
  terms_days int not null default 30 check (terms_days between 0 and 120),
  safeguarding_until date,
  insurance_until date,
  note text not null default '',
  created_at timestamptz not null
);

-- The form of every e-mail address (0030).
do $$
begin
  execute (
    select 'alter table hirer add constraint hirer_email_normal ' || pg_get_constraintdef(oid)
    from pg_constraint where conname = 'customer_email_normal'
  );
end;
$$;

create index hirer_of_operator on hirer (operator_id, name);

-- Places let on some weekdays of an interval. What is let is each of its dates (hire_date).
create table hire (
  id int generated always as identity primary key,
  hirer_id int not null references hirer,
  venue_id int not null references venue,
  -- What they come for: "Badminton club night".
  name text not null check (name <> ''),
  -- 1 is Monday, as in ISO 8601. Times are the venue's wall clock.
  weekdays int[] not null check (cardinality(weekdays) > 0),
  start_time time not null,
  end_time time not null check (end_time > start_time),
  from_day date not null,
  until_day date not null check (until_day >= from_day),
  -- In pence: of an hour, or of a date whatever its length.
  price_by text not null check (price_by in ('hour', 'date')),
  price int not null check (price >= 0),
  deposit int not null default 0 check (deposit >= 0),
  -- Ten or more lets to a hirer whose series are exempt.
  is_exempt boolean not null,
  nominal_code text not null default '',
  note text not null default '',
  state text not null check (state in ('provisional', 'confirmed', 'running', 'ended', 'lapsed')),
  -- The last day of one that is provisional.
  lapses_on date,
  check (state <> 'provisional' or lapses_on is not null),
  created_at timestamptz not null,
  confirmed_at timestamptz,
  check ((state in ('confirmed', 'running')) <= (confirmed_at is not null)),
  ended_at timestamptz,
  check ((state in ('ended', 'lapsed')) = (ended_at is not null))
);

create index hire_of_hirer on hire (hirer_id, id);
create index hire_of_venue on hire (venue_id, id);
create index hire_going_on on hire (state) where state in ('provisional', 'confirmed', 'running');

-- Days on which it is not let: half-term, from the beginning or since.
create table hire_exception (
  hire_id int not null references hire on delete cascade,
  from_day date not null,
  until_day date not null check (until_day >= from_day),
  primary key (hire_id, from_day, until_day),
  reason text not null default ''
);

-- A place on a day. One that is let has its floor as a booking has: rows of space_claim, which overlap for nobody.
create table hire_date (
  id bigint generated always as identity primary key,
  hire_id int not null references hire,
  location_id int not null references location,
  local_date date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- In pence, as it was let.
  price int not null check (price >= 0),
  state text not null default 'let' check (state in ('let', 'left_out')),
  unique (hire_id, location_id, starts_at)
);

create index hire_date_to_come on hire_date (ends_at) where state = 'let';
create index hire_date_at on hire_date (location_id);

alter table space_claim add column hire_date_id bigint references hire_date;
alter table space_claim drop constraint space_claim_check;
-- What is there already has one of the first two.
alter table space_claim add constraint claim_of_one check (num_nonnulls(hold_id, occurrence_id, hire_date_id) = 1) not valid;

create index space_claim_of_hire on space_claim (hire_date_id) where hire_date_id is not null;
