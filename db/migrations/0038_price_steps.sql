-- Prices that begin on a day.

-- Whether a step holds for sessions on or after its day, or for what is sold on or after it.
alter table operator add column prices_by text not null default 'session' check (prices_by in ('session', 'sale'));

-- What an option costs from a day on, instead of its own price (price_on).
create table price_step (
  id int generated always as identity primary key,
  pricing_option_id int not null references pricing_option,
  from_day date not null,
  -- null: the files have a step for this day and staff have taken it back
  price int check (price >= 0),
  -- What the files say for this day; null where they say nothing.
  files_price int check (files_price >= 0),
  -- Who set what the files do not say, and when; null while the files are followed.
  set_by int references customer,
  set_at timestamptz,
  -- Its day has come: what shows the price of today has been told.
  has_begun boolean not null default false,
  unique (pricing_option_id, from_day),
  check ((set_by is null) = (set_at is null)),
  check (case when set_by is null then price is not null and price = files_price else price is not null or files_price is not null end)
);

create index price_step_to_begin on price_step (from_day) where not has_begun;
