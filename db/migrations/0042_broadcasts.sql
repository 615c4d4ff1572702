-- A message that staff write to everybody who has booked something at a venue on some days.
create table broadcast (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  venue_id int not null references venue,
  from_day date not null,
  until_day date not null,
  check (until_day >= from_day),
  -- null: whatever is booked there
  activity_id int references activity,
  subject text not null check (subject <> ''),
  text text not null check (text <> ''),
  sent_by int references customer on delete set null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'stopped')),
  created_at timestamptz not null,
  -- Nothing leaves before: until then it can be stopped without a trace outside.
  due_at timestamptz not null,
  ended_at timestamptz,
  check ((state in ('sent', 'stopped')) = (ended_at is not null))
);

create index broadcast_due on broadcast (due_at) where state in ('queued', 'sending');
create index broadcast_of_venue on broadcast (venue_id, id);
create index broadcast_by on broadcast (sent_by);
create index broadcast_about on broadcast (activity_id);

-- Who is written to, once, by a booking of theirs: names and addresses stay with the order.
create table broadcast_recipient (
  broadcast_id int not null references broadcast on delete cascade,
  booking_id int not null references booking on delete cascade,
  primary key (broadcast_id, booking_id),
  -- Theirs that it is about, the first of them `booking_id`.
  booking_ids int[] not null check (booking_ids[1] = booking_id),
  reached_by text not null check (reached_by in ('email', 'partner', 'phone')),
  -- Handed over: to the outbox, to the partner, to the list of people to ring.
  is_sent boolean not null default false
);

create index broadcast_recipient_of_booking on broadcast_recipient (booking_id);
create index broadcast_recipient_waiting on broadcast_recipient (broadcast_id, booking_id) where not is_sent;
