-- A refund may be of an order in which nothing was booked: a membership that its buyer withdraws from.
alter table refund alter column booking_id drop not null;
