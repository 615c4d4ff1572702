-- Packages of visits.

create table package_product (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  slug text not null,
  name text not null,
  uses int not null check (uses > 0),
  valid_days int not null check (valid_days > 0),
  withdrawn boolean not null default false,
  unique (operator_id, slug)
);

create table package_activity (
  product_id int not null references package_product on delete cascade,
  activity_id int not null references activity on delete cascade,
  primary key (product_id, activity_id)
);

create table package (
  id int generated always as identity (start with 4101) primary key,
  operator_id int not null references operator,
  reference text not null,
  product_id int not null references package_product,
  customer_id int not null references customer,
  total_uses int not null check (total_uses > 0),
  -- Guarantees that no visit is used twice.
  uses_left int not null,
  bought_on date not null,
  -- The last day on which it may be used.
  expires_on date not null check (expires_on >= bought_on),
  created_at timestamptz not null,
  unique (operator_id, reference),
  constraint uses_within_package check (uses_left between 0 and total_uses)
);

create index package_of_customer on package (customer_id);
create index package_to_expire on package (expires_on) where uses_left > 0;
