-- Nothing new is put on an account that has been closed. Closing locks the account's row and looks at what is there;
-- whoever wrote before it is seen, and whoever comes after it, having been recognised before, is refused here: the
-- lock waits for the closing to end, and then reads what came of it.
create function refuse_the_gone(who int) returns void
language plpgsql as $$
begin
  perform 1 from customer c where c.id = who and c.closed_at is null for key share;
  if not found and exists (select 1 from customer c where c.id = who) then
    raise exception 'The account of customer % has been closed.', who using errcode = 'ON410';
  end if;
end
$$;

create function refuse_gone_customer() returns trigger
language plpgsql as $$ begin perform refuse_the_gone(new.customer_id); return new; end $$;

create function refuse_gone_person() returns trigger
language plpgsql as $$ begin perform refuse_the_gone(new.person_id); return new; end $$;

create function refuse_gone_payer() returns trigger
language plpgsql as $$ begin perform refuse_the_gone(new.payer_id); return new; end $$;

create trigger of_nobody_gone before insert or update of person_id on hold
  for each row when (new.person_id is not null) execute function refuse_gone_person();
create trigger of_nobody_gone before insert on waitlist_entry
  for each row execute function refuse_gone_person();
create trigger of_nobody_gone before insert or update of customer_id on basket
  for each row when (new.customer_id is not null) execute function refuse_gone_customer();
create trigger of_nobody_gone before insert on customer_order
  for each row when (new.customer_id is not null) execute function refuse_gone_customer();
create trigger of_nobody_gone before insert on payment_transaction
  for each row when (new.customer_id is not null) execute function refuse_gone_customer();
create trigger of_nobody_gone before insert on credit_lot
  for each row execute function refuse_gone_customer();
create trigger of_nobody_gone before insert on package
  for each row execute function refuse_gone_customer();
create trigger of_nobody_gone before insert on membership
  for each row execute function refuse_gone_payer();
create trigger of_nobody_gone before insert on membership_member
  for each row execute function refuse_gone_customer();
create trigger of_nobody_gone before insert on document
  for each row execute function refuse_gone_customer();
create trigger of_nobody_gone before insert on guest_pass
  for each row execute function refuse_gone_customer();
