-- Keeps the sums of a lot in step with its entries.
create or replace function update_credit_lot_balance() returns trigger language plpgsql as $$
begin
  update credit_lot l
    set available = l.available + case new.account when 'available' then new.amount else 0 end,
      reserved = l.reserved + case new.account when 'reserved' then new.amount else 0 end
    where l.id = new.lot_id;
  return null;
end
$$;

create or replace trigger credit_entry_updates_lot after insert on credit_entry for each row
  when (new.account in ('available', 'reserved')) execute function update_credit_lot_balance();

-- Looked at when the transaction ends: what a movement takes from one account it puts into another.
create or replace function check_movement_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from credit_entry e where e.movement_id = new.movement_id group by e.lot_id having sum(e.amount) <> 0
  ) then
    raise exception 'Movement % of credit does not balance.', new.movement_id;
  end if;
  return null;
end
$$;

drop trigger if exists credit_movement_balances on credit_entry;
create constraint trigger credit_movement_balances after insert on credit_entry deferrable initially deferred
  for each row execute function check_movement_balance();

-- Whether credit reserved for a basket is still kept from everybody else.
create or replace function is_credit_reserved(of_basket int, until_time timestamptz, at_time timestamptz) returns boolean
language sql stable as $$
  select until_time > at_time
    or exists (select 1 from basket b where b.id = of_basket and b.status = 'paymentProcessing')
    or exists (select 1 from live_holds(at_time) h where h.basket_id = of_basket and h.state = 'held')
$$;
