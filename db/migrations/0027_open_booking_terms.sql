-- How partners may sell an activity through the Open Booking API (docs/openactive.md).

-- Whether their customers get everything back when they cancel in time.
alter table activity add column customer_refund boolean not null default true;
-- Whether the partner has to have been paid when it books; null: it has to.
alter table activity add column prepayment text check (prepayment in ('required', 'optional', 'unavailable'));
-- Whether the desk accepts each booking first, and whether it wants to know who takes part.
alter table activity add column needs_approval boolean not null default false;
alter table activity add column needs_attendee boolean not null default false;
