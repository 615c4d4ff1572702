-- Passes with which a member brings somebody along. A pass is given to its owner by the operator, sent to a guest, used.

create table guest_pass (
  id int generated always as identity (start with 3501) primary key,
  operator_id int not null references operator,
  customer_id int not null references customer on delete cascade,
  name text not null,
  -- Shown at the door; told to the guest alone.
  code text not null,
  -- The days between which it may be sent for.
  valid_from date not null,
  valid_until date not null check (valid_until >= valid_from),
  guest_first_name text,
  guest_last_name text,
  guest_email text,
  venue_id int references venue,
  -- The day it was sent for.
  visit_on date,
  sent_at timestamptz,
  used_at timestamptz,
  withdrawn_at timestamptz,
  import_key text,
  unique (operator_id, code),
  unique (operator_id, import_key),
  check ((sent_at is null) = (guest_email is null))
);

create index guest_pass_of_customer on guest_pass (customer_id);
