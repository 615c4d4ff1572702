-- Customers and staff, and what they have agreed to.

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
  -- Kinds of e-mail that they do without (contract/optionalMessages.ts).
  unwanted_messages text[] not null default '{}',
  source text not null default '',
  onboarding_type text not null default 'standard',
  created_at timestamptz not null,
  -- Credit limit of the customer's account in pence; null: no account.
  account_limit int check (account_limit >= 0),
  -- desk: sells, checks in, cancels within the rules. supervisor: may also override the rules.
  -- null: desk.
  staff_level text check (staff_level in ('desk', 'supervisor')),
  -- In which language they read, as a page names it: en-GB. null: nobody has said.
  language text,
  -- When the account was closed. The row stays for its payments, without personal data.
  closed_at timestamptz,
  -- What an instructor should know of a person. Shown to the person, to their household and to staff.
  medical_notes text not null default '',
  -- When the address was proved to be theirs; null: not proved. Nothing that belongs to an address may be read, claimed or
  -- deleted by its account until then.
  email_verified_at timestamptz,
  -- The words that customers are searched by: lower case, without accents, separated by single spaces. Besides
  --   each name in one piece: oneill for O'Neill, vanderberg for van der Berg
  --   letters that are one with no accent on it: soren for Søren
  --   the first half of a postcode, however it is written.
  search_words tsvector not null generated always as (
    array_to_tsvector(array_remove(string_to_array(regexp_replace(
      replace(replace(replace(replace(replace(
        translate(
          lower(regexp_replace(
            normalize(first_name || ' ' || last_name || ' ' || email || ' ' || reference || ' ' || postcode || ' '
              || translate(first_name, '-@._+/,()"''’‘`´ʼ ', '') || ' ' || translate(last_name, '-@._+/,()"''’‘`´ʼ ', '') || ' '
              || replace(postcode, ' ', '') || ' ' || left(replace(postcode, ' ', ''), -3), NFD),
            '[\u0300-\u036f]', '', 'g')),
          '-@._+/,()"''’‘`´ʼøØłŁđĐðÐħĦı', '                oollddddhhi'),
        'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'),
      '\s+', ' ', 'g'), ' '), ''))) stored,
  unique (operator_id, reference),
  constraint staff_level_of_staff_only check (staff_level is null or role = 'staff'),
  constraint closed_account_is_anonymous check (
    closed_at is null or (email = '' and phone = '' and password_hash is null and date_of_birth is null)
  )
);

-- The first of many customers with a name, in the order of the name (server/customers/desk). All letters compare by their
-- code, so that a range is a prefix in every locale.
create index customer_last_name
  on customer (operator_id, lower(last_name) collate "C", lower(first_name) collate "C")
  where role = 'customer' and closed_at is null;
create index customer_first_name
  on customer (operator_id, lower(first_name) collate "C", lower(last_name) collate "C")
  where role = 'customer' and closed_at is null;
-- A child or another linked person may have no address of their own.
create unique index customer_email on customer (operator_id, email) where email <> '';
create index customer_words on customer using gin (search_words);
-- A number is dialled in several ways: its last nine digits are the same.
create index customer_phone on customer (operator_id, right(regexp_replace(phone, '\D', '', 'g'), 9))
  where role = 'customer' and phone <> '';
create index customer_closed_number on customer (closed_at)
  where closed_at is not null and reference <> 'CLOSED-' || id::text;

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
