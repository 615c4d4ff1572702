-- Occurrences, holds of their places, and waitlists. Written by the functions of
-- server/holds alone (docs/decisions/0010-places-by-function.md).

create table occurrence (
  id int generated always as identity (start with 4400001) primary key,
  public_id text not null unique,
  venue_id int not null references venue,
  activity_id int not null references activity,
  location_id int not null references location,
  series_id int references series,
  -- A one-off session of the operator's files is known by its slug.
  slug text,
  name text not null,
  description text,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- The venue's local day.
  local_date date not null,
  composite_key text not null,
  capacity int not null,
  places_taken int not null default 0,
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled', 'withdrawn')),
  band text not null default '',
  instructor_ids int[] not null default '{}',
  tag_ids int[] not null default '{}',
  -- Guarantees that no place is sold twice.
  constraint places_within_capacity check (places_taken between 0 and capacity)
);

create unique index occurrence_once on occurrence (series_id, location_id, starts_at) where series_id is not null;
create unique index occurrence_one_off on occurrence (activity_id, slug) where slug is not null;
create index occurrence_day on occurrence (activity_id, local_date, starts_at);
create index occurrence_venue_day on occurrence (venue_id, local_date);

create table basket (
  id int generated always as identity (start with 70001) primary key,
  uuid uuid not null default gen_random_uuid() unique,
  operator_id int not null references operator,
  -- null for a visitor
  customer_id int references customer,
  source text not null default 'activity-booking',
  status text not null default 'open' check (status in ('open', 'paymentProcessing', 'paymentComplete')),
  renewals_used int not null default 0,
  notices jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The customer whose prices apply: staff may switch customers.
  priced_for_id int references customer
);

create unique index basket_open_of_customer on basket (customer_id)
  where customer_id is not null and status <> 'paymentComplete';

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
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'taken', 'passed', 'closed', 'left')),
  joined_at timestamptz not null,
  offer_expires_at timestamptz,
  ended_at timestamptz,
  check ((state = 'offered') <= (offer_expires_at is not null)),
  check ((state in ('waiting', 'offered')) = (ended_at is null))
);

create unique index waitlist_once on waitlist_entry (occurrence_id, person_id) where state in ('waiting', 'offered');
create index waitlist_queue on waitlist_entry (occurrence_id, id) where state = 'waiting';
create index waitlist_offers on waitlist_entry (offer_expires_at) where state = 'offered';
create index waitlist_of_person on waitlist_entry (person_id, id);
create index waitlist_of_joiner on waitlist_entry (joined_by_id, id);

-- The history of an entry (I5). Passing somebody over writes an event with the reason.
create table waitlist_event (
  id bigint generated always as identity primary key,
  entry_id int not null references waitlist_entry on delete cascade,
  -- joined, left, offered, taken, passed, lapsed; booked: they booked another way; clash: they booked
  -- another occurrence at the time; called_off; too_late: it begins; withdrawn: the venue reduced the capacity;
  -- passed_over: staff gave a place to somebody further back
  what text not null check (what in ('joined', 'left', 'offered', 'taken', 'passed', 'lapsed', 'booked', 'clash',
    'called_off', 'too_late', 'withdrawn', 'passed_over')),
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

-- Places reserved for a person: until `held_until` while in a basket, permanently once confirmed.
-- An expired hold counts as free even before the cleanup job has run.
create table hold (
  id bigint generated always as identity primary key,
  occurrence_id int not null references occurrence,
  basket_id int references basket,
  -- the attendee, when known
  person_id int references customer,
  -- set for a block booking
  block_booking_id int references block_booking,
  places int not null check (places > 0),
  state text not null default 'held' check (state in ('held', 'confirmed', 'released', 'expired')),
  held_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- The waitlist entry that has the place on offer; null once it is in a basket, as for any other hold.
  waitlist_entry_id int references waitlist_entry,
  check ((state in ('held', 'expired')) <= (held_until is not null))
);

create index hold_of_occurrence on hold (occurrence_id) where state in ('held', 'confirmed');
create unique index hold_of_block_once on hold (block_booking_id, occurrence_id)
  where block_booking_id is not null and state in ('held', 'confirmed');
create index hold_of_basket on hold (basket_id) where basket_id is not null;
create index hold_lapsing on hold (held_until) where state = 'held';
create index hold_of_person on hold (person_id) where person_id is not null and state in ('held', 'confirmed');
create unique index hold_on_offer on hold (waitlist_entry_id) where waitlist_entry_id is not null and state = 'held';

-- A space in use for an interval: by a hold of a court, or by a class of the programme.
create table space_claim (
  id bigint generated always as identity primary key,
  space_id int not null references space on delete cascade,
  during tstzrange not null,
  hold_id bigint references hold,
  occurrence_id int references occurrence,
  check ((hold_id is null) <> (occurrence_id is null)),
  constraint no_overlapping_claims exclude using gist (space_id with =, during with &&)
);

create index space_claim_of_hold on space_claim (hold_id) where hold_id is not null;
create index space_claim_of_occurrence on space_claim (occurrence_id) where occurrence_id is not null;

create table basket_item (
  id int generated always as identity (start with 61001) primary key,
  basket_id int not null references basket,
  occurrence_id int not null references occurrence,
  hold_id bigint not null references hold,
  -- The form of id it was added with decides how it is shown again (wire §7).
  id_form text not null check (id_form in ('v1', 'v2')),
  ticket_type_id int references ticket_type,
  pricing_option_id int not null references pricing_option,
  quantity int not null check (quantity > 0),
  -- Pence per unit as of the last pricing of the basket.
  unit_price int not null check (unit_price >= 0),
  purchased_for_id int references customer,
  customer_reference text,
  sort_by int not null,
  added_at timestamptz not null,
  removed_at timestamptz,
  -- Whether the customer has been notified that the hold ended.
  lapse_notified boolean not null default false,
  -- Discount by a benefit or package, in pence: the line costs unit_price * quantity - discount.
  discount int not null default 0,
  -- The chosen membership, if any.
  member_id int references membership_member,
  -- Whether to apply a benefit or a package. null: not priced yet.
  wants_benefit boolean,
  wants_package boolean,
  constraint discount_within_price check (discount between 0 and unit_price * quantity)
);

create index basket_item_of_basket on basket_item (basket_id);
create index basket_item_of_hold on basket_item (hold_id);
