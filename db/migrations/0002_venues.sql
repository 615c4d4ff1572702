-- Where things take place. Filled from the operator's own files.

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
  -- What makes a venue usable for everybody: step-free entrance, hoists, hearing loops. Shown beside the amenities.
  accessibility text[] not null default '{}',
  -- County or metropolitan area: the region of the postal address.
  region text not null default '',
  unique (operator_id, slug)
);

-- The data set pages of the open data count an operator's open venues, of which there may be thousands.
create index venue_open on venue (operator_id) where status = 'open';

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
  -- What a tag says to programs besides its name.
  means text not null default '' check (means in ('', 'level', 'women_only', 'men_only')),
  unique (operator_id, slug)
);
