-- The steps of an option's price, the earliest first, as priceOn of server/pricing/rules.ts reads them.
create or replace function price_steps_of(option_id int) returns json
language sql stable as $$
  select coalesce(json_agg(json_build_object('fromDay', s.from_day, 'price', s.price) order by s.from_day), '[]'::json)
  from price_step s where s.pricing_option_id = option_id and s.price is not null
$$;
