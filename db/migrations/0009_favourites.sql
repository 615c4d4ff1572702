-- What customers come back to.

-- What a customer has marked to find again: a venue, an activity, a class or an instructor. It refers to it by the words
-- of its address and keeps its names, because it outlives what it is of: that is then shown as no longer offered.
create table favourite (
  id int generated always as identity primary key,
  customer_id int not null references customer on delete cascade,
  kind text not null check (kind in ('venue', 'activity', 'class', 'instructor')),
  -- contract/favouriteKeys.ts
  key text not null,
  name text not null,
  venue_name text not null default '',
  created_at timestamptz not null,
  unique (customer_id, key)
);
