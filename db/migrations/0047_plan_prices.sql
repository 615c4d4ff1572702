-- What a membership plan costs from a day on, instead of its own price (plan_price_on). Who pays the plan's price follows,
-- told before (server/memberships/followPrices.ts).
create table plan_price_step (
  id int generated always as identity primary key,
  plan_id int not null references membership_plan,
  from_day date not null,
  price int not null check (price >= 0),
  set_by int not null references customer,
  set_at timestamptz not null,
  unique (plan_id, from_day)
);
