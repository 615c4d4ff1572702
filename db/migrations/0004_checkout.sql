-- Payments by card, the orders and bookings that come of them, and the demo card company's own books.

-- One try to pay for a basket by card. It is written before the card company is asked and moves through these:
--   started     the company may or may not have been asked; nobody knows the answer yet
--   challenge   the bank asks the person
--   pending     the bank is still thinking
--   authorised  the money is set aside, not taken
--   completed   an order was made; captured_at says whether the money has been taken
--   voiding     what may be set aside has to be let go; the driver does it until the company says done
--   voided      let go, because a place was gone      aborted   let go, because it was given up
--   failed      the card was declined                 refunded  taken after all, and given back
create table payment_transaction (
  id int generated always as identity primary key,
  uuid uuid not null unique,
  operator_id int not null references operator,
  basket_id int not null references basket,
  customer_id int references customer,
  provider text not null,
  -- The company's own name for it; null until it has one.
  provider_reference text unique,
  -- Pence on the card.
  amount int not null check (amount >= 0),
  currency text not null default 'gbp',
  status text not null default 'started' check (status in ('started', 'challenge', 'pending', 'authorised',
    'completed', 'voiding', 'voided', 'aborted', 'failed', 'refunded')),
  -- Why it is let go.
  ending text check (ending in ('place_lost', 'abandoned')),
  -- What could not be booked, in words.
  lost text[] not null default '{}',
  -- What the payer agreed to: items with their prices, terms, e-mail address, other tenders. An order is made
  -- of this and of nothing later.
  agreed jsonb not null,
  save_card boolean not null default false,
  -- The site the payer used; the bank's answer is told to its pages.
  site text not null default '',
  order_id int,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authorised_at timestamptz,
  captured_at timestamptz,
  -- When the driver looks at it next; null when there is nothing left to do.
  look_at timestamptz,
  looks int not null default 0,
  check ((status = 'voiding') <= (ending is not null)),
  check ((status = 'completed') = (order_id is not null))
);

-- One payment of a basket at a time.
create unique index payment_under_way on payment_transaction (basket_id)
  where status in ('started', 'challenge', 'pending', 'authorised');
create index payment_to_look_at on payment_transaction (look_at) where look_at is not null;
create index payment_of_basket on payment_transaction (basket_id);

create table customer_order (
  id int generated always as identity (start with 70991) primary key,
  operator_id int not null references operator,
  -- A basket becomes an order once, whoever completes it and however often.
  basket_id int not null unique references basket,
  customer_id int references customer,
  reference text not null,
  status text not null default 'confirmed' check (status in ('confirmed', 'partly_refunded', 'refunded')),
  placed_at timestamptz not null,
  email text,
  -- Who paid, as the bill says; a visitor is known by nothing else.
  payer_first_name text not null default '',
  payer_last_name text not null default '',
  source text not null default 'activity-booking',
  total int not null check (total >= 0),
  tax_total int not null,
  item_hash text not null,
  -- CARTITEMs as they were paid for.
  items jsonb not null,
  terms_accepted int[] not null default '{}',
  unique (operator_id, reference)
);

create index order_of_customer on customer_order (customer_id, placed_at desc) where customer_id is not null;

alter table payment_transaction add foreign key (order_id) references customer_order;

create table booking (
  id int generated always as identity (start with 5500001) primary key,
  uuid uuid not null default gen_random_uuid() unique,
  order_id int not null references customer_order,
  basket_item_id int not null unique references basket_item,
  hold_id bigint not null unique references hold,
  occurrence_id int not null references occurrence,
  id_form text not null check (id_form in ('v1', 'v2')),
  -- Who bought it, and for whom; null for a visitor.
  customer_id int references customer,
  person_id int references customer,
  quantity int not null check (quantity > 0),
  -- Pence, VAT within.
  price int not null check (price >= 0),
  vat_rate int not null,
  tax int not null,
  status text not null default 'booked' check (status in ('booked', 'attended', 'not_attended', 'cancelled', 'cancelled_by_venue')),
  access_code text not null,
  -- Counts up with every change, so that calendars take the newer one.
  sequence int not null default 0,
  position int not null,
  created_at timestamptz not null,
  cancelled_at timestamptz
);

create index booking_of_order on booking (order_id);
create index booking_of_customer on booking (customer_id, occurrence_id) where customer_id is not null;
create index booking_of_person on booking (person_id, occurrence_id) where person_id is not null;
create index booking_of_occurrence on booking (occurrence_id);

-- What an order was paid with.
create table order_payment (
  id int generated always as identity (start with 8101) primary key,
  order_id int not null references customer_order,
  tender_type text not null,
  credit_type text check (credit_type in ('general', 'membership')),
  amount int not null check (amount > 0),
  transaction_id int unique references payment_transaction,
  status text not null default 'paid' check (status in ('paid', 'refunded', 'failed')),
  paid_at timestamptz not null
);

create index payment_of_order on order_payment (order_id);

-- A customer as the card company knows them.
create table provider_customer (
  customer_id int not null references customer on delete cascade,
  provider text not null,
  reference text not null,
  primary key (customer_id, provider)
);

-- A card kept for next time. The company keeps the card; this is its name there and what may be shown of it.
create table saved_card (
  id int generated always as identity (start with 31) primary key,
  customer_id int not null references customer on delete cascade,
  provider text not null,
  external_identifier text not null unique,
  card_holder_name text not null,
  brand text not null,
  last_four text not null check (last_four ~ '^\d{4}$'),
  -- MMYY
  expiry text not null check (expiry ~ '^\d{4}$'),
  created_at timestamptz not null,
  removed_at timestamptz
);

create index saved_card_of_customer on saved_card (customer_id) where removed_at is null;

-- Gives a basket back to its owner who has turned away from the bank's question: the payment is given up (the
-- driver lets the money go) and the basket is open again, with ten more minutes for what is held. Called in
-- the transaction of whoever changes the basket. false: a payment is under way that cannot be given up now.
create function give_up_challenge(of_basket int, at_time timestamptz) returns boolean
language plpgsql as $$
begin
  perform 1 from basket b where b.id = of_basket for no key update;
  update payment_transaction t
    set status = 'voiding', ending = 'abandoned', look_at = at_time, looks = 0, updated_at = at_time
    where t.basket_id = of_basket and t.status = 'challenge';
  if exists (
    select 1 from payment_transaction t
      where t.basket_id = of_basket and t.status in ('started', 'pending', 'authorised')
  ) then
    return false;
  end if;
  return reopen_basket(of_basket, at_time);
end
$$;

-- Opens a basket whose payment came to nothing. What it still holds is kept for ten more minutes, no longer:
-- the half hour was for the bank.
create function reopen_basket(of_basket int, at_time timestamptz) returns boolean
language plpgsql as $$
begin
  update basket b set status = 'open', updated_at = at_time where b.id = of_basket and b.status = 'paymentProcessing';
  if found then
    perform lock_places(array(
      select distinct h.occurrence_id from hold h where h.basket_id = of_basket and h.state = 'held'
    ));
    update hold h
      set held_until = at_time + make_interval(secs => greatest(600, op.basket_hold_seconds))
      from basket b join operator op on op.id = b.operator_id
      where b.id = of_basket and h.basket_id = b.id and h.state = 'held' and h.held_until > at_time;
  end if;
  return true;
end
$$;

-- The demo card company. It stands in for another company: nothing of ours refers to these, and of a card only
-- what a receipt may show is kept.
create table demo_card_session (
  session_key text primary key,
  expires_at timestamptz not null
);

create table demo_card (
  -- What the card form is given for the number typed in, or what a shop keeps of a saved card.
  identifier text primary key,
  session_key text,
  saved boolean not null default false,
  card_holder_name text not null,
  brand text not null,
  last_four text not null,
  expiry text not null,
  behaviour text not null check (behaviour in ('authorise', 'decline', 'challenge_pass', 'challenge_fail', 'pend')),
  created_at timestamptz not null
);

create table demo_card_payment (
  -- The shop's own name for it, so that asking twice is asking once.
  reference text primary key,
  amount int not null check (amount >= 0),
  state text not null check (state in ('opened', 'challenge', 'pending', 'authorised', 'declined', 'captured', 'voided', 'refunded')),
  card_identifier text,
  saved_identifier text,
  return_url text,
  challenge_token text unique,
  captured int not null default 0 check (captured between 0 and amount),
  refunded int not null default 0 check (refunded between 0 and captured),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
