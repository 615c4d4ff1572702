-- What an option costs on a day: its last step not after it, else its own price (priceOn of server/pricing/rules.ts).
create or replace function price_on(option_id int, on_day date) returns int
language sql stable as $$
  select coalesce(
    (select s.price from price_step s
      where s.pricing_option_id = option_id and s.from_day <= on_day and s.price is not null
      order by s.from_day desc limit 1),
    (select p.price from pricing_option p where p.id = option_id)
  )
$$;
