-- What a membership plan costs whoever joins on a day.
create or replace function plan_price_on(for_plan_id int, on_day date) returns int
language sql stable
return coalesce(
  (select s.price from plan_price_step s where s.plan_id = for_plan_id and s.from_day <= on_day order by s.from_day desc limit 1),
  (select p.price from membership_plan p where p.id = for_plan_id)
);
