-- Never more than was paid, whatever goes wrong above it.
create or replace function check_refund_total() returns trigger language plpgsql as $$
begin
  if (select sum(r.amount) from refund r where r.payment_id = new.payment_id)
    > (select p.amount from order_payment p where p.id = new.payment_id) then
    raise exception 'more is given back than was paid by payment %', new.payment_id using errcode = 'check_violation';
  end if;
  return new;
end
$$;

drop trigger if exists refund_within_payment on refund;
create constraint trigger refund_within_payment after insert on refund
  for each row execute function check_refund_total();
