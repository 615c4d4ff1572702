-- Makes a visitor's basket the customer's own. False when another call has made the customer one meanwhile.
create or replace function adopt_basket(of_basket int, of_customer int) returns boolean
language plpgsql as $$
begin
  update basket b set customer_id = of_customer where b.id = of_basket;
  return true;
exception when unique_violation then
  return false;
end
$$;
