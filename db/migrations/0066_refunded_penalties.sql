-- A penalty that was paid, for a booking that was attended after all: its money goes back, and it stays with the order that
-- paid it. Missing the booking after all costs another penalty.
alter table penalty
  add column refunded_at timestamptz,
  add column refunded_by int references customer,
  add constraint penalty_refunded_was_paid check (refunded_at is null or status = 'paid');
alter table penalty drop constraint penalty_booking_id_key;
create unique index penalty_of_booking on penalty (booking_id) where refunded_at is null;
create index penalty_by_booking on penalty (booking_id) where booking_id is not null;

-- The penalty whose payment is refunded; null where a booking is. `booking_id` is then the booking it was for.
alter table refund add column penalty_id int references penalty;
create unique index refund_of_penalty on refund (penalty_id, payment_id) where penalty_id is not null;
