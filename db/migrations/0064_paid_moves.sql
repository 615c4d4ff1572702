-- A move to a dearer time. The new place is held in a basket of its own while the difference is paid.
create table booking_move (
  id int generated always as identity (start with 9901) primary key,
  booking_id int not null references booking,
  basket_id int not null unique references basket,
  -- The line that holds the new place.
  basket_item_id int not null unique references basket_item,
  -- The place of the booking when the move began. A booking that has moved since has another.
  from_hold_id bigint not null references hold,
  occurrence_id int not null references occurrence,
  -- The new time as the payer saw it. Staff may change a session.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Pence: what the booking costs there, and what is paid for the move.
  price int not null check (price > 0),
  surcharge int not null check (surcharge > 0),
  -- held: to be paid. ended: given up, or another took its place.
  status text not null default 'held' check (status in ('held', 'moved', 'ended')),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((status = 'held') = (ended_at is null))
);

create unique index booking_move_in_progress on booking_move (booking_id) where status = 'held';
create index booking_move_of_booking on booking_move (booking_id);
