-- Passes that members give to guests.

create table guest_pass (
  id int generated always as identity (start with 3501) primary key,
  operator_id int not null references operator,
  customer_id int not null references customer on delete cascade,
  name text not null,
  -- Shown at reception; sent to the guest only.
  code text not null,
  -- The first and last day of a visit.
  valid_from date not null,
  valid_until date not null check (valid_until >= valid_from),
  guest_first_name text,
  guest_last_name text,
  guest_email text,
  venue_id int references venue,
  -- The day of the visit.
  visit_on date,
  sent_at timestamptz,
  used_at timestamptz,
  withdrawn_at timestamptz,
  import_key text,
  -- The member of staff who admitted the guest; null for passes used before, and once their account is gone.
  used_by int references customer on delete set null,
  unique (operator_id, code),
  unique (operator_id, import_key),
  check ((sent_at is null) = (guest_email is null))
);

create index guest_pass_of_customer on guest_pass (customer_id);
-- Guests read their code out and staff type it: found without its dashes and in any case.
create index guest_pass_of_typed_code
  on guest_pass (operator_id, upper(regexp_replace(code, '[^A-Za-z0-9]', '', 'g')));
-- Names and addresses of guests are deleted some time after the visit: the job finds those that are left by the day.
create index guest_pass_with_guest on guest_pass (visit_on) where guest_email <> '';
