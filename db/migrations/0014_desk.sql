-- The front desk: what its staff may do, how they find a customer, which drawer they stand at, and what passed
-- through their hands.

-- desk: sells, checks in, cancels within the rules. supervisor: besides, what the rules do not give.
-- A member of staff of whom nothing is said is of the desk.
alter table customer
  add column staff_level text check (staff_level in ('desk', 'supervisor')),
  add constraint only_staff_have_a_level check (staff_level is null or role = 'staff');

-- The words a customer is found by: small letters without accents, whatever stands between them a space. A postcode
-- is also looked for without its space.
create function words_sought(first_name text, last_name text, email text, reference text, postcode text)
returns tsvector language sql immutable as $$
  select array_to_tsvector(array_remove(string_to_array(regexp_replace(
    translate(
      lower(regexp_replace(
        normalize(concat_ws(' ', first_name, last_name, email, reference, postcode, replace(postcode, ' ', '')), NFD),
        '[\u0300-\u036f]', '', 'g')),
      '-@._+/,()"''’', '            '), '\s+', ' ', 'g'), ' '), ''))
$$;

create index customer_words on customer using gin (words_sought(first_name, last_name, email, reference, postcode));

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

-- Which drawer somebody stands at: chosen after logging in, gone with the log-in.
alter table session add column till_id int references till;

-- What staff took, and with a minus what they gave back. Added to, never changed.
create table till_entry (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  -- Where they stood, and the day on its wall.
  venue_id int not null references venue,
  local_date date not null,
  -- null: not at a drawer
  till_id int references till,
  actor_id int not null references customer,
  at timestamptz not null,
  tender_type text not null,
  credit_type text check (credit_type in ('general', 'membership')),
  amount int not null check (amount <> 0),
  -- What was handed over, and with it the change.
  tendered int check (tendered >= amount),
  -- The number of a voucher or cheque; why money was given back.
  reference text,
  order_id int not null references customer_order,
  -- What it took.
  payment_id int unique references order_payment,
  -- What it gave back for.
  booking_id int references booking,
  check ((amount > 0) = (payment_id is not null)),
  check ((tender_type = 'credit') = (credit_type is not null))
);

create index till_entry_of_day on till_entry (venue_id, local_date);
create index till_entry_of_order on till_entry (order_id);

create trigger till_entry_stands before update or delete on till_entry for each row
  execute function refuse_change_of_books();

-- When somebody came, and who said so.
alter table booking
  add column attendance_at timestamptz,
  add column attendance_by int references customer;

create index audit_of_customer on audit_entry (for_customer_id, at desc) where for_customer_id is not null;
create index audit_of_actor on audit_entry (actor_id, at desc);
