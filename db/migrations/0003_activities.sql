-- What people can do, and what it costs. Filled from the operator's own files.

-- One row for each venue that offers it. Without children it is what people book; with children it is the
-- heading above them.
create table activity (
  id int generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  venue_id int not null references venue,
  parent_id int references activity,
  slug text not null,
  name text not null,
  description text,
  icon text not null default '',
  kind text not null check (kind in ('classes', 'courts', 'tickets')),
  browse_by text not null default 'location' check (browse_by in ('location', 'time')),
  allocation_strategy text not null default 'customer' check (allocation_strategy in ('customer', 'automatic')),
  position int not null default 0,
  withdrawn boolean not null default false,
  allows_anonymous_bookings boolean not null default true,
  -- The same person may hold two overlapping places of this activity (a court for friends).
  allows_overlap boolean not null default false,
  pre_booking_notice text,
  -- In the message that confirms a booking and where one reads about the activity.
  what_to_bring text,
  -- VAT in hundredths of a per cent, contained in the price: 2000 is 20 %.
  vat_rate int not null default 0 check (vat_rate between 0 and 10000),
  -- A release rule of its own. Days go by the wall clock at release_time; release_minutes is elapsed time.
  release_days int check (release_days between 0 and 365),
  release_time time,
  release_minutes int check (release_minutes > 0),
  -- Booking ends so many minutes after the start (before it when negative).
  last_bookable_minutes int not null default 10,
  free_cancel_minutes int not null default 0,
  late_cancel_fee int,
  has_waitlist boolean not null default true,
  print_receipt boolean not null default false,
  age_min int,
  age_max int,
  level text not null default '',
  accessibility text[] not null default '{}',
  concept_ids text[] not null default '{}',
  -- Penalty for a missed booking, in pence.
  no_show_penalty int check (no_show_penalty > 0),
  -- Maximum bookings per person from Monday to Sunday.
  weekly_limit int check (weekly_limit > 0),
  -- How booking partners may sell it (docs/openactive.md): whether their customers get everything back when they cancel
  -- in time.
  customer_refund boolean not null default true,
  -- Whether the partner has to have been paid when it books; null: it has to.
  prepayment text check (prepayment in ('required', 'optional', 'unavailable')),
  -- Whether the desk accepts each booking first, and whether it wants to know who takes part.
  needs_approval boolean not null default false,
  needs_attendee boolean not null default false,
  -- Whether the desk may answer a proposal with another session of the same activity.
  is_negotiable boolean not null default false,
  -- Where people who have booked take part online; '' where they do not. A session may have a link of its own.
  join_link text not null default '',
  unique (venue_id, slug),
  check ((release_days is null) or (release_minutes is null))
);

create index activity_parent on activity (parent_id);

create table activity_location (
  activity_id int not null references activity on delete cascade,
  location_id int not null references location on delete cascade,
  primary key (activity_id, location_id)
);

-- A kind of ticket to a ticketed activity: Adult, Family. It takes `places` places.
create table ticket_type (
  id int generated always as identity primary key,
  public_id text not null unique,
  activity_id int not null references activity,
  slug text not null,
  name text not null,
  places int not null default 1 check (places > 0),
  max_quantity int check (max_quantity > 0),
  position int not null default 0,
  withdrawn boolean not null default false,
  -- Who a kind of ticket is for, by age in whole years on the day. null: no limit.
  age_min int check (age_min >= 0),
  age_max int check (age_max >= 0),
  unique (activity_id, slug)
);

-- A price that can be chosen. `band` limits it to occurrences of that band (peak, off-peak).
create table pricing_option (
  id int generated always as identity primary key,
  activity_id int not null references activity,
  ticket_type_id int references ticket_type,
  slug text not null,
  band text not null default '',
  name text not null,
  price int not null check (price >= 0),
  concession boolean not null default false,
  position int not null default 0,
  withdrawn boolean not null default false,
  -- Who may have the price: people of an age, or with an accepted document of a type.
  proof text,
  age_min int,
  age_max int
);

create unique index pricing_option_once on pricing_option (activity_id, coalesce(ticket_type_id, 0), band, slug);
