-- Customers and staff, how they authenticate, what they have agreed to.

create table customer (
  id int generated always as identity (start with 501) primary key,
  operator_id int not null references operator,
  reference text not null,
  email text not null,
  password_hash text,
  role text not null default 'customer' check (role in ('customer', 'staff')),
  first_name text not null,
  last_name text not null,
  date_of_birth date,
  phone text not null default '',
  address_line_one text not null default '',
  address_line_two text not null default '',
  city text not null default '',
  postcode text not null default '',
  home_venue_id int references venue,
  emergency_contact_name text not null default '',
  emergency_contact_phone text not null default '',
  marketing_consent boolean not null default false,
  source text not null default '',
  onboarding_type text not null default 'standard',
  created_at timestamptz not null,
  -- How much a customer may owe at any time for what was charged to their account; null: there is no account.
  account_limit int check (account_limit >= 0),
  -- desk: sells, checks in, cancels within the rules. supervisor: besides, what the rules do not give.
  -- A member of staff of whom nothing is said is of the desk.
  staff_level text check (staff_level in ('desk', 'supervisor')),
  -- An account that its owner has closed. The row stays because money was paid under it; whoever it was is gone from it.
  closed_at timestamptz,
  -- The words a customer is found by: small letters without accents, whatever stands between them a space. A postcode
  -- is also looked for without its space.
  search_words tsvector not null generated always as (array_to_tsvector(array_remove(string_to_array(regexp_replace(
    translate(
      lower(regexp_replace(
        normalize(first_name || ' ' || last_name || ' ' || email || ' ' || reference || ' ' || postcode || ' '
          || replace(postcode, ' ', ''), NFD),
        '[\u0300-\u036f]', '', 'g')),
      '-@._+/,()"''’', '            '), '\s+', ' ', 'g'), ' '), ''))) stored,
  unique (operator_id, reference),
  constraint staff_level_of_staff_only check (staff_level is null or role = 'staff'),
  constraint closed_account_is_anonymous check (
    closed_at is null or (email = '' and phone = '' and password_hash is null and date_of_birth is null)
  )
);

-- A child or another linked person may have no address of their own.
create unique index customer_email on customer (operator_id, lower(email)) where email <> '';
create index customer_words on customer using gin (search_words);

-- Whom a customer may book for.
create table linked_customer (
  customer_id int not null references customer on delete cascade,
  linked_id int not null references customer on delete cascade,
  relation text not null,
  primary key (customer_id, linked_id),
  check (customer_id <> linked_id)
);

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

-- Somebody logged in somewhere. Only the digest of the token is kept.
create table session (
  token_digest bytea primary key,
  customer_id int not null references customer on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- Which drawer somebody stands at: chosen after logging in, gone with the log-in.
  till_id int references till
);

create index session_customer on session (customer_id);
create index session_end on session (expires_at);

-- Things sent to one person, good for one use: a new password, a hand-over to another site of ours.
create table one_time_code (
  code_digest bytea primary key,
  purpose text not null check (purpose in ('reset_password', 'handover')),
  customer_id int not null references customer on delete cascade,
  expires_at timestamptz not null
);

create index one_time_code_customer on one_time_code (customer_id);
create index one_time_code_end on one_time_code (expires_at);

-- Which terms a customer agreed to on registering, and when.
create table terms_acceptance (
  customer_id int not null references customer on delete cascade,
  terms_id int not null references terms,
  accepted_at timestamptz not null,
  primary key (customer_id, terms_id)
);

-- Each time somebody asked for news by e-mail, or would have no more of it. What holds now stands with the customer.
create table consent_event (
  id int generated always as identity primary key,
  customer_id int not null references customer on delete cascade,
  given boolean not null,
  at timestamptz not null,
  -- Where they said so.
  how text not null check (how in ('registering', 'details', 'desk', 'import'))
);

create index consent_of_customer on consent_event (customer_id, id);

-- The secret address under which a customer's bookings are read by their calendar. Only its digest is kept, so it
-- is shown when it is made and never again.
create table calendar_feed (
  customer_id int primary key references customer on delete cascade,
  secret_digest bytea not null unique,
  created_at timestamptz not null
);
