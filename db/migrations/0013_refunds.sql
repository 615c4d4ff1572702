-- Money that is given back for cancelled bookings.

-- What comes back when a customer cancels something paid by card: credit, at once; or the money, to the card.
-- What was paid with credit always comes back as credit, and what the venue cancels always the way it was paid.
alter table operator add column refunds_to text not null default 'credit' check (refunds_to in ('credit', 'card'));

-- A part of a booking's price on its way back. Written with the cancelling; what the card company must do is done by
-- the driver afterwards, under the uuid of this row, so that asking twice is asking once.
create table refund (
  id int generated always as identity (start with 9501) primary key,
  uuid uuid not null default gen_random_uuid() unique,
  order_id int not null references customer_order,
  booking_id int not null references booking,
  -- Out of which payment of the order it comes.
  payment_id int not null references order_payment,
  -- desk: the desk hands it out, to somebody who has no account.
  destination text not null check (destination in ('credit', 'card', 'account', 'desk')),
  -- Pence.
  amount int not null check (amount > 0),
  -- failed: nothing comes of it by itself; staff settle it
  status text not null check (status in ('due', 'done', 'failed')),
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When the driver looks at it next.
  look_at timestamptz,
  looks int not null default 0,
  check ((look_at is not null) <= (status = 'due'))
);

create index refund_of_order on refund (order_id);
create index refund_of_booking on refund (booking_id);
create index refund_of_payment on refund (payment_id);
create index refund_to_look_at on refund (look_at) where look_at is not null;

-- Never more than was paid, whatever goes wrong above it.
create function refuse_excess_refund() returns trigger language plpgsql as $$
begin
  if (select sum(r.amount) from refund r where r.payment_id = new.payment_id)
    > (select p.amount from order_payment p where p.id = new.payment_id) then
    raise exception 'more is given back than was paid by payment %', new.payment_id using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create constraint trigger never_more_than_paid after insert on refund
  for each row execute function refuse_excess_refund();

-- The demo card company's list of what it has given back, by the shop's own names for it.
create table demo_card_refund (
  refund_key text primary key,
  reference text not null,
  amount int not null check (amount > 0),
  created_at timestamptz not null
);
