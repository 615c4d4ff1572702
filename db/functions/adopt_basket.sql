-- Makes a visitor's basket the customer's own, or that of a log-in of staff. False when another call has made one meanwhile.
create or replace function adopt_basket(of_basket int, of_customer int, of_login bytea) returns boolean
language plpgsql as $$
begin
  update basket b set customer_id = of_customer, login_digest = of_login where b.id = of_basket;
  return true;
exception when unique_violation then
  return false;
end
$$;
