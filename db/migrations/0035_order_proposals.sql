-- Orders of booking partners that the desk accepts or rejects before they are booked (docs/decisions/0026-partner-orders.md).

-- For how long places are held for a proposal, in which it is decided on and booked.
alter table operator add column proposal_hours int not null default 24 check (proposal_hours between 1 and 168);
-- Whether the desk may answer a proposal with another session of the same activity.
alter table activity add column is_negotiable boolean not null default false;

create table partner_proposal (
  partner_order_id int primary key references partner_order on delete cascade,
  -- Of its items: another one after they are amended. The part of orderProposalVersion that tells them apart.
  version uuid not null,
  status text not null default 'awaiting'
    check (status in ('awaiting', 'accepted', 'rejected', 'customer_rejected', 'booked')),
  request_digest bytea not null,
  -- The call whose items are booked, and its answer. Both name people, so they go when the proposal ends.
  request jsonb,
  answer text,
  -- The same without people, as the feed of proposals has it.
  item jsonb not null,
  created_at timestamptz not null,
  held_until timestamptz not null,
  -- Its places are booked or released.
  has_ended boolean not null default false,
  decided_by int references customer on delete set null,
  decided_at timestamptz,
  -- The publisher has yet to move it to the end of its feed.
  is_changed boolean not null default false,
  -- Where it is in its feed; null until it has changed after it was made.
  feed_modified bigint,
  check ((request is null) = has_ended)
);

create index partner_proposal_open on partner_proposal (held_until) where not has_ended;
create index partner_proposal_changed on partner_proposal (partner_order_id) where is_changed;
create index partner_proposal_in_feed on partner_proposal (feed_modified) where feed_modified is not null;
