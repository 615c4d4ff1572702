-- Security log: who did or was refused what, and from which network. It refers to no table, so that it outlives what it
-- names. Equal events of a few seconds are one row.
create table security_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  last_at timestamptz not null,
  times int not null check (times > 0),
  event text not null,
  operator_id int,
  -- Who was logged in.
  person_id int,
  -- Whose account or record it is about.
  customer_id int,
  -- Shortened, 203.0.113.0/24 or 2001:db8:7::/48; empty where there is none.
  network text not null,
  -- Method and pattern of the address.
  route text not null
);
create index security_event_age on security_event (at);
create index security_event_of_operator on security_event (operator_id, id);
create index security_event_of_kind on security_event (operator_id, event, id);
create index security_event_by_person on security_event (person_id, id) where person_id is not null;
create index security_event_of_customer on security_event (customer_id, id) where customer_id is not null;
