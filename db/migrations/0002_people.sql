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
  -- Credit limit of the customer's account in pence; null: no account.
  account_limit int check (account_limit >= 0),
  -- desk: sells, checks in, cancels within the rules. supervisor: may also override the rules.
  -- null: desk.
  staff_level text check (staff_level in ('desk', 'supervisor')),
  -- When the account was closed. The row stays for its payments, without personal data.
  closed_at timestamptz,
  -- Search terms: lower case, without accents, separated by single spaces. A postcode
  -- is also indexed without its space.
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

-- A login session. Only the digest of the token is stored.
create table session (
  token_digest bytea primary key,
  customer_id int not null references customer on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- The till chosen after logging in.
  till_id int references till
);

create index session_customer on session (customer_id);
create index session_end on session (expires_at);

-- One-time codes: password reset, and handover of a login to another of our sites.
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

-- History of subscribing to and unsubscribing from news. The current state is in customer.
create table consent_event (
  id int generated always as identity primary key,
  customer_id int not null references customer on delete cascade,
  given boolean not null,
  at timestamptz not null,
  -- Where consent was given or withdrawn.
  how text not null check (how in ('registering', 'details', 'desk', 'import'))
);

create index consent_of_customer on consent_event (customer_id, id);

-- The secret address of a customer's calendar feed. Only its digest is stored, so the address
-- is shown only when it is created.
create table calendar_feed (
  customer_id int primary key references customer on delete cascade,
  secret_digest bytea not null unique,
  created_at timestamptz not null
);
