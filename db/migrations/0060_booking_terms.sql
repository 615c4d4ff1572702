-- The terms of cancelling under which a place was bought; null for bookings from before, which have those of the activity.
-- A fee that is null is the whole price, as in activity.
alter table booking add column free_cancel_minutes int,
  add column late_cancel_fee int;
