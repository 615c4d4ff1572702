-- What benefits and packages have paid for.

-- A use of a benefit. reserved: for a line of a basket; counts while the line's place is held,
-- whether or not the cleanup job has run. used: bought. returned: no longer counts.
-- Uses are reserved under the lock of the member or package, taken after locks of places, in order of id.
create table benefit_use (
  id int generated always as identity (start with 3301) primary key,
  benefit_id int not null references benefit,
  member_id int not null references membership_member,
  basket_item_id int not null references basket_item,
  booking_id int references booking,
  -- The day of the activity: it counts in the week or month of this day.
  counted_on date not null,
  state text not null default 'reserved' check (state in ('reserved', 'used', 'returned')),
  created_at timestamptz not null,
  ended_at timestamptz
);

create unique index benefit_use_once on benefit_use (basket_item_id) where state <> 'returned';
create index benefit_use_counted on benefit_use (member_id, counted_on) where state <> 'returned';
-- What refers to a basket or its lines, whatever its state: deleting one looks here.
create index benefit_use_of_item on benefit_use (basket_item_id);

create table package_use (
  id int generated always as identity (start with 4301) primary key,
  package_id int not null references package,
  -- null for a visit from before the package was kept here
  basket_item_id int references basket_item,
  booking_id int references booking,
  name text not null default '',
  -- The day of the activity.
  used_on date not null,
  visits int not null default 1 check (visits > 0),
  state text not null default 'reserved' check (state in ('reserved', 'used', 'returned')),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'reserved') <= (basket_item_id is not null))
);

create unique index package_use_once on package_use (basket_item_id)
  where basket_item_id is not null and state <> 'returned';
create index package_use_of_package on package_use (package_id);
create index package_use_of_item on package_use (basket_item_id) where basket_item_id is not null;
