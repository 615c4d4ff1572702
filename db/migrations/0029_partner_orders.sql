-- Quotes and orders that booking partners make through the Open Booking API (docs/decisions/0026-partner-orders.md).
create table partner_order (
  id int generated always as identity primary key,
  partner_id int not null references booking_partner,
  -- Chosen by the partner; two partners may choose the same.
  uuid uuid not null,
  operator_id int not null references operator,
  -- quote: places may be on lease; deleted: its uuid is never used again
  state text not null default 'quote' check (state in ('quote', 'proposal', 'order', 'deleted')),
  -- Its lines are the lease, and later the bookings.
  basket_id int references basket,
  order_id int unique references customer_order,
  -- Of the call that booked, and its answer, which a repeated call gets byte for byte.
  request_digest bytea,
  answer text,
  -- The payment as the partner calls it.
  payment_reference text,
  created_at timestamptz not null,
  -- Where it is in the orders feed; null until it has changed after it was booked.
  feed_modified bigint,
  unique (partner_id, uuid),
  check ((order_id is not null) = (state in ('order', 'deleted')))
);

create index partner_order_in_feed on partner_order (partner_id, feed_modified, uuid) where feed_modified is not null;
create index partner_order_of_basket on partner_order (basket_id) where basket_id is not null;

-- One place each. `number` is the part of its @id that tells it from the others.
create table partner_order_item (
  partner_order_id int not null references partner_order on delete cascade,
  number int not null,
  basket_item_id int not null unique references basket_item,
  -- The OrderItem as it was answered when it was booked; null once the order has been deleted.
  item jsonb,
  cancelled_by_customer boolean not null default false,
  cancellation_message text,
  customer_notice text,
  primary key (partner_order_id, number)
);

-- Orders whose item in the orders feed may be different: the publisher takes them out.
create table partner_order_change (
  order_id int not null
);

create table partner_feed_state (
  one boolean primary key default true check (one),
  last_modified bigint not null default 0
);

-- What a partner pays back to its customer: nothing of it goes through us.
alter table refund drop constraint refund_destination_check;
alter table refund add constraint refund_destination_check
  check (destination in ('credit', 'card', 'account', 'desk', 'partner')) not valid;
