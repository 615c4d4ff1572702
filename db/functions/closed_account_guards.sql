-- Nothing new is put on an account that has been closed. Closing locks the account's row and reads what is there: what
-- was written before is seen, and what is written after, by a caller who authenticated before, is refused here. The
-- lock waits for the closing to end and then reads its result.
create or replace function require_open_account(who int) returns void
language plpgsql as $$
begin
  perform 1 from customer c where c.id = who and c.closed_at is null for key share;
  if not found and exists (select 1 from customer c where c.id = who) then
    raise exception 'The account of customer % has been closed.', who using errcode = 'ON410';
  end if;
end
$$;

create or replace function require_open_customer_account() returns trigger
language plpgsql as $$ begin perform require_open_account(new.customer_id); return new; end $$;

create or replace function require_open_person_account() returns trigger
language plpgsql as $$ begin perform require_open_account(new.person_id); return new; end $$;

create or replace function require_open_payer_account() returns trigger
language plpgsql as $$ begin perform require_open_account(new.payer_id); return new; end $$;

create or replace trigger account_open before insert or update of person_id on hold
  for each row when (new.person_id is not null) execute function require_open_person_account();

create or replace trigger account_open before insert on waitlist_range
  for each row execute function require_open_person_account();

create or replace trigger account_open before insert on waitlist_entry
  for each row execute function require_open_person_account();

create or replace trigger account_open before insert or update of customer_id on basket
  for each row when (new.customer_id is not null) execute function require_open_customer_account();

create or replace trigger account_open before insert on favourite
  for each row execute function require_open_customer_account();

create or replace trigger account_open before insert on customer_order
  for each row when (new.customer_id is not null) execute function require_open_customer_account();

create or replace trigger account_open before insert on payment_transaction
  for each row when (new.customer_id is not null) execute function require_open_customer_account();

create or replace trigger account_open before insert on credit_lot
  for each row execute function require_open_customer_account();

create or replace trigger account_open before insert on package
  for each row execute function require_open_customer_account();

create or replace trigger account_open before insert on membership
  for each row execute function require_open_payer_account();

create or replace trigger account_open before insert on membership_member
  for each row execute function require_open_customer_account();

create or replace trigger account_open before insert on document
  for each row execute function require_open_customer_account();

create or replace trigger account_open before insert on guest_pass
  for each row execute function require_open_customer_account();
