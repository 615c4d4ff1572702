-- What people agreed to hear from us and took back, the addresses of their calendars, and accounts that are closed.

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

insert into consent_event (customer_id, given, at, how)
  select id, true, created_at, 'registering' from customer where marketing_consent order by id;

-- The secret address under which a customer's bookings are read by their calendar. Only its digest is kept, so it
-- is shown when it is made and never again.
create table calendar_feed (
  customer_id int primary key references customer on delete cascade,
  secret_digest bytea not null unique,
  made_at timestamptz not null
);

-- An account that its owner has closed. The row stays because money was paid under it; whoever it was is gone from it.
alter table customer
  add column closed_at timestamptz,
  add constraint closed_is_nobodys check (
    closed_at is null or (email = '' and phone = '' and password_hash is null and date_of_birth is null)
  );

-- Why staff gave money back is written in their own words, which may tell of the person: that alone can be emptied.
drop trigger till_entry_stands on till_entry;

create trigger till_entry_stands before delete or update of id, operator_id, venue_id, local_date, till_id, actor_id,
  at, tender_type, credit_type, amount, tendered, order_id, payment_id, booking_id
  on till_entry for each row execute function refuse_change_of_books();

create trigger till_entry_words_stand before update of reference on till_entry for each row
  when (new.reference is not null or old.amount > 0) execute function refuse_change_of_books();
