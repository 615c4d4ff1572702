-- Locks payments after their baskets, each in the order of their ids. Those that are locked, or whose basket is, are
-- waited for or left out.
create or replace function lock_payments(payment_ids int[], waits boolean) returns setof payment_transaction
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  baskets int[];
begin
  if waits then
    perform 1 from basket b
      where b.id in (select t.basket_id from payment_transaction t where t.id = any(payment_ids))
      order by b.id for no key update;
    return query select t.* from payment_transaction t where t.id = any(payment_ids) order by t.id for update;
  else
    baskets := array(
      select b.id from basket b
        where b.id in (select t.basket_id from payment_transaction t where t.id = any(payment_ids))
        order by b.id for update skip locked
    );
    return query select t.* from payment_transaction t
      where t.id = any(payment_ids) and t.basket_id = any(baskets)
      order by t.id for update skip locked;
  end if;
end
$$;
