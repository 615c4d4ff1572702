-- Messages to others than those who have booked: people who wait, members, those who did not come, hirers.
alter table broadcast
  add column people text not null default 'booked'
    check (people in ('booked', 'absent', 'waiting', 'members', 'hirers')),
  add column location_id int references location,
  add column occurrence_id int references occurrence,
  add column plan_id int references membership_plan,
  add column hirer_id int references hirer;

create index broadcast_at on broadcast (location_id) where location_id is not null;
create index broadcast_to_session on broadcast (occurrence_id) where occurrence_id is not null;
create index broadcast_to_plan on broadcast (plan_id) where plan_id is not null;
create index broadcast_to_hirer on broadcast (hirer_id) where hirer_id is not null;

-- Who is written to: by a booking of theirs, as a customer, or as a hirer.
alter table broadcast_recipient drop constraint broadcast_recipient_pkey;
alter table broadcast_recipient
  add column id int generated always as identity primary key,
  add column customer_id int references customer on delete cascade,
  -- Places on waitlists that it is about, the first of them first.
  add column entry_ids int[] not null default '{}',
  add column hirer_id int references hirer on delete cascade,
  alter column booking_id drop not null,
  alter column booking_ids set default '{}',
  add constraint broadcast_recipient_is_one check (num_nonnulls(booking_id, customer_id, hirer_id) = 1),
  add constraint broadcast_recipient_booking unique (broadcast_id, booking_id),
  add constraint broadcast_recipient_customer unique (broadcast_id, customer_id),
  add constraint broadcast_recipient_hirer unique (broadcast_id, hirer_id);

create index broadcast_recipient_of_customer on broadcast_recipient (customer_id) where customer_id is not null;
create index broadcast_recipient_of_hirer on broadcast_recipient (hirer_id) where hirer_id is not null;
drop index broadcast_recipient_waiting;
create index broadcast_recipient_waiting on broadcast_recipient (broadcast_id, id) where not is_sent;

-- An audience under a name. It holds whom to look for, not whom was found: each use reads it anew, and its days move on.
create table saved_audience (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  venue_id int not null references venue,
  name text not null check (name <> ''),
  people text not null check (people in ('booked', 'absent', 'waiting', 'members', 'hirers')),
  -- From the day of use: 0 is that day, -7 a week before it.
  from_in_days int not null,
  until_in_days int not null check (until_in_days >= from_in_days),
  activity_id int references activity,
  location_id int references location,
  plan_id int references membership_plan,
  hirer_id int references hirer,
  saved_by int references customer on delete set null,
  saved_at timestamptz not null,
  unique (venue_id, name)
);

create index saved_audience_of_operator on saved_audience (operator_id);
create index saved_audience_of_activity on saved_audience (activity_id) where activity_id is not null;
create index saved_audience_of_location on saved_audience (location_id) where location_id is not null;
create index saved_audience_of_plan on saved_audience (plan_id) where plan_id is not null;
create index saved_audience_of_hirer on saved_audience (hirer_id) where hirer_id is not null;
create index saved_audience_by on saved_audience (saved_by) where saved_by is not null;

-- Somebody to ring who has booked nothing: a member, somebody who waits, a hirer.
alter table follow_up
  alter column booking_id drop not null,
  add column venue_id int references venue,
  add column customer_id int references customer on delete cascade,
  add column hirer_id int references hirer on delete cascade,
  add constraint follow_up_is_about_one check (num_nonnulls(booking_id, customer_id, hirer_id) = 1),
  add constraint follow_up_has_a_venue check ((booking_id is null) = (venue_id is not null));

create index follow_up_of_customer on follow_up (customer_id) where customer_id is not null;
create index follow_up_of_hirer on follow_up (hirer_id) where hirer_id is not null;
create index follow_up_at on follow_up (venue_id) where venue_id is not null;
