-- Who has which places and which floor until when.

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
  places int not null,
  state text not null default 'held' check (state in ('held', 'confirmed', 'released', 'expired')),
  held_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- The waitlist entry that has the place on offer; null once it is in a basket, as for any other hold.
  waitlist_entry_id int references waitlist_entry,
  -- Sold at the desk out of the places it keeps: from which hold of a block booking, and how many. They go back there.
  desk_hold_id bigint references hold,
  desk_places int not null default 0 constraint desk_places_of_hold check (desk_places between 0 and places),
  check ((desk_hold_id is null) = (desk_places = 0)),
  check ((state in ('held', 'expired')) <= (held_until is not null)),
  -- Those that the desk keeps may all be sold.
  constraint desk_keeps_no_less_than_none check (places > 0 or block_booking_id is not null and places = 0)
);

create index hold_of_occurrence on hold (occurrence_id) where state in ('held', 'confirmed');
create unique index hold_of_block_once on hold (block_booking_id, occurrence_id)
  where block_booking_id is not null and state in ('held', 'confirmed');
create index hold_of_basket on hold (basket_id) where basket_id is not null;
create index hold_lapsing on hold (held_until) where state = 'held';
create index hold_of_person on hold (person_id) where person_id is not null and state in ('held', 'confirmed');
create unique index hold_on_offer on hold (waitlist_entry_id) where waitlist_entry_id is not null and state = 'held';
create index hold_from_desk on hold (desk_hold_id) where desk_hold_id is not null;
-- How long places of an occurrence were held without being booked (server/baskets/limits).
create index hold_given_up on hold (occurrence_id, ended_at) where state in ('released', 'expired');

alter table basket_item add foreign key (hold_id) references hold;

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
