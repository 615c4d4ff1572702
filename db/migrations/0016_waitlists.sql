-- Who waits for a place.

-- One waitlist for any place of an activity between two times of a day: an entry for each occurrence in the range, of
-- which one at a time has an offer.
create table waitlist_range (
  id int generated always as identity primary key,
  activity_id int not null references activity,
  local_date date not null,
  -- Wall times of the venue. Occurrences begin at `from_time` or later and end at `to_time` or earlier.
  from_time time not null,
  to_time time not null,
  person_id int not null references customer,
  joined_by_id int not null references customer,
  joined_at timestamptz not null,
  -- When the person left it of their own will, which they can undo for a short time.
  left_at timestamptz
);

create index waitlist_range_of_person on waitlist_range (person_id);
create index waitlist_range_of_joiner on waitlist_range (joined_by_id);

create table waitlist_entry (
  -- The order of ids is the order of joining: an entry is made under the lock of its occurrence.
  id int generated always as identity (start with 5601) primary key,
  occurrence_id int not null references occurrence,
  -- The attendee.
  person_id int not null references customer,
  -- Who joined the waitlist for them: themselves, a parent, staff. Notified if the person has no address.
  joined_by_id int not null references customer,
  -- The form of id it was joined with decides how it is shown again (wire §1.9).
  id_form text not null check (id_form in ('v1', 'v2')),
  places int not null check (places > 0),
  -- waiting; offered: a place is held for them; taken: they took it or booked another way; passed: they declined an
  -- offer or it lapsed; closed: the occurrence began or was cancelled; left: they left before any offer
  -- paused: another place of the range is on offer
  state text not null default 'waiting'
    check (state in ('waiting', 'offered', 'paused', 'taken', 'passed', 'closed', 'left')),
  joined_at timestamptz not null,
  offer_expires_at timestamptz,
  ended_at timestamptz,
  range_id int references waitlist_range,
  -- The session that was called off, of an offer that staff have made its people instead. Of several, they take one.
  instead_of_id int references occurrence,
  check ((state = 'offered') <= (offer_expires_at is not null)),
  constraint waitlist_entry_ended_check check ((state in ('waiting', 'offered', 'paused')) = (ended_at is null))
);

create index waitlist_queue on waitlist_entry (occurrence_id, id) where state = 'waiting';
create index waitlist_offers on waitlist_entry (offer_expires_at) where state = 'offered';
create index waitlist_of_person on waitlist_entry (person_id, id);
create index waitlist_of_joiner on waitlist_entry (joined_by_id, id);
create index waitlist_of_range on waitlist_entry (range_id) where range_id is not null;
create index waitlist_instead on waitlist_entry (instead_of_id, person_id) where instead_of_id is not null;
create unique index waitlist_once on waitlist_entry (occurrence_id, person_id)
  where state in ('waiting', 'offered', 'paused');

-- The history of an entry (I5). Passing somebody over writes an event with the reason.
create table waitlist_event (
  id bigint generated always as identity primary key,
  entry_id int not null references waitlist_entry on delete cascade,
  -- joined, left, offered, taken, passed, lapsed; booked: they booked another way; clash: they booked
  -- another occurrence at the time; called_off; too_late: it begins; withdrawn: the venue reduced the capacity;
  -- passed_over: staff gave a place to somebody further back
  -- resumed: the offer of the other place has ended, or leaving was undone
  what text not null check (what in ('joined', 'left', 'offered', 'taken',
    'passed', 'lapsed', 'booked', 'clash', 'called_off', 'too_late', 'withdrawn', 'passed_over', 'paused', 'resumed')),
  at timestamptz not null,
  -- The end of an offer.
  until_at timestamptz,
  -- The actor: the person, a parent or staff; null for the system.
  actor_id int references customer,
  -- Whether the notice about this event has been queued.
  notified boolean not null default true
);

create index waitlist_event_of_entry on waitlist_event (entry_id, id);
create index waitlist_event_pending on waitlist_event (id) where not notified;
