-- What an operator sells, and where. Filled from the operator's own files (docs/operator-files.md).

create extension if not exists btree_gist;

create table operator (
  id int generated always as identity primary key,
  slug text not null unique,
  name text not null,
  legal_name text not null default '',
  vat_number text not null default '',
  currency_symbol text not null default '£',
  timezone text not null default 'Europe/London',
  migration_date date,
  online_joining_enabled boolean not null default false,
  online_guest_passes_enabled boolean not null default false,
  bearer_token_enabled boolean not null default false,
  kiosk_home_url text,
  analytics_container_ids text[] not null default '{}',
  frame_origins text[] not null default '{}',
  basket_hold_seconds int not null default 600 check (basket_hold_seconds between 60 and 3600),
  footer_html text not null default '',
  theme_id int,
  -- Digest of the files last imported, so that a second import of the same files is cheap.
  imported_digest text,
  -- Whether a customer who owes a penalty may still book: refused, or allowed with a notice.
  outstanding_penalties text not null default 'warn'
    check (outstanding_penalties in ('block', 'warn')),
  -- How what members owe is collected.
  -- Days of notice before a Direct Debit, which is also the earliest regular collection after joining.
  collection_notice_days int not null default 10 check (collection_notice_days between 3 and 28),
  -- Days until a failed payment is retried,
  collection_retry_days int not null default 5 check (collection_retry_days between 1 and 14),
  -- and attempts after which the membership is frozen.
  collection_tries int not null default 3 check (collection_tries between 1 and 10),
  -- How a card payment is refunded when the customer cancels: as credit at once, or to the card.
  -- Credit is always refunded as credit, and a cancellation by the venue always the way it was paid.
  refunds_to text not null default 'credit' check (refunds_to in ('credit', 'card'))
);

create table theme (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  slug text not null,
  app_logo text,
  primary_colour text,
  secondary_colour_one text,
  secondary_colour_two text,
  header_bg_colour text,
  dark_bg_colour text,
  heading_font text check (heading_font in ('garage_gothic', 'lato', 'open_sans', 'roboto')),
  body_font text check (body_font in ('garage_gothic', 'lato', 'open_sans', 'roboto')),
  secondary_button_style text check (secondary_button_style in ('outline', 'solid')),
  header_primary_colour text,
  unique (operator_id, slug)
);

alter table operator add foreign key (theme_id) references theme;

create table venue (
  id int generated always as identity (start with 90001) primary key,
  operator_id int not null references operator,
  slug text not null,
  name text not null,
  venue_type text not null default '',
  status text not null default 'open' check (status in ('open', 'maintenance', 'closed')),
  address_line_one text not null default '',
  town text not null default '',
  postcode text not null default '',
  lat double precision,
  lng double precision,
  phone text not null default '',
  email text not null default '',
  timezone text not null,
  activities_v2_enabled boolean not null default true,
  migration_date date,
  display_venue_selection_button boolean not null default true,
  online_joining_enabled boolean not null default false,
  theme_id int references theme,
  footer_html text not null default '',
  description text not null default '',
  amenities text[] not null default '{}',
  -- Opening hours as free text, one line per weekday. Displayed only.
  opening_hours jsonb not null default '[]',
  -- A date opens this many days before, at this hour of the wall clock (wire §5).
  release_days_visitor int not null default 6 check (release_days_visitor between 0 and 365),
  release_days_customer int not null default 7 check (release_days_customer between 0 and 365),
  release_time time not null default '22:00',
  position int not null default 0,
  -- The venue's local day of the last generation of occurrences; the next day generates again.
  planned_on date,
  unique (operator_id, slug)
);

-- The smallest area that can be booked on its own. A hall that is four courts is four spaces.
create table space (
  id int generated always as identity primary key,
  venue_id int not null references venue,
  slug text not null,
  unique (venue_id, slug)
);

create table location (
  id int generated always as identity (start with 481) primary key,
  venue_id int not null references venue,
  slug text not null,
  name text not null,
  kind text not null default 'resource',
  position int not null default 0,
  unique (venue_id, slug)
);

create table location_space (
  location_id int not null references location on delete cascade,
  space_id int not null references space on delete cascade,
  primary key (location_id, space_id)
);

create table instructor (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  slug text not null,
  name text not null,
  unique (operator_id, slug)
);

create table tag (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  slug text not null,
  name text not null,
  unique (operator_id, slug)
);

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

-- A recurring class, or the hours in which courts can be booked. Times are the venue's wall clock.
create table series (
  id int generated always as identity primary key,
  activity_id int not null references activity,
  slug text not null,
  name text,
  description text,
  -- 1 is Monday, as in ISO 8601.
  weekdays int[] not null,
  start_time time not null,
  duration_minutes int not null check (duration_minutes > 0),
  -- Courts: a slot begins every step_minutes until until_time is reached. A class has neither.
  until_time time,
  step_minutes int check (step_minutes > 0),
  capacity int not null check (capacity >= 0),
  valid_from date,
  valid_until date,
  band text not null default '',
  instructor_ids int[] not null default '{}',
  tag_ids int[] not null default '{}',
  withdrawn boolean not null default false,
  unique (activity_id, slug)
);

create table series_location (
  series_id int not null references series on delete cascade,
  location_id int not null references location on delete cascade,
  primary key (series_id, location_id)
);

create table closure (
  id int generated always as identity primary key,
  venue_id int not null references venue,
  location_id int references location,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  reason text not null default ''
);

create table terms (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  slug text not null,
  name text not null,
  html text not null,
  required boolean not null default true,
  withdrawn boolean not null default false,
  -- Terms of joining are not asked for when booking.
  purpose text not null default 'booking' check (purpose in ('booking', 'membership')),
  unique (operator_id, slug)
);

-- Block bookings outside this system: a club's courts, a course sold on paper, sales from before the venue moved
-- here. Occurrences that it covers are generated with these places taken.
create table block_booking (
  id int generated always as identity primary key,
  activity_id int not null references activity,
  slug text not null,
  -- null: at every location of the activity
  location_id int references location,
  weekdays int[] not null,
  -- Covers sessions that start in this interval of wall time; the end is exclusive.
  start_time time not null,
  until_time time not null,
  valid_from date,
  valid_until date,
  -- null: all of them
  places int check (places > 0),
  -- Reserved for sale at the desk; online they count as held by others.
  desk_only boolean not null default false,
  withdrawn boolean not null default false,
  unique (activity_id, slug)
);
