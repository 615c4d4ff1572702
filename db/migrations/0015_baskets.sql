-- What people choose before they pay.

create table basket (
  id int generated always as identity (start with 70001) primary key,
  uuid uuid not null default gen_random_uuid() unique,
  operator_id int not null references operator,
  -- null for a visitor
  customer_id int references customer,
  -- Of staff, the log-in whose basket it is, by the digest of its token: several people serve under one name at once.
  login_digest bytea,
  source text not null default 'activity-booking'
    check (source in ('activity-booking', 'online-joining', 'booking-move', 'front-of-house',
      'open-booking')),
  status text not null default 'open' check (status in ('open', 'paymentProcessing', 'paymentComplete')),
  renewals_used int not null default 0,
  notices jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The customer whose prices apply: staff may switch customers.
  priced_for_id int references customer,
  -- Which network a basket of somebody without a proved address was filled from, as a digest. Cleared after some days.
  network text,
  -- When personal data was deleted from an abandoned basket that payments or credit still refer to.
  cleared_at timestamptz,
  -- The /56 and /48 of an IPv6 network as digests, as basket.network is of the /64: one site has 65,536 of those.
  network_56 text,
  network_48 text
);

create unique index basket_open_of_customer on basket (customer_id, login_digest) nulls not distinct
  where customer_id is not null and status <> 'paymentComplete';
create index basket_of_network on basket (network) where network is not null;
create index basket_abandoned on basket (updated_at) where status = 'open' and cleared_at is null;
create index basket_of_wide_network on basket (network_48) where network_48 is not null;

create table basket_item (
  id int generated always as identity (start with 61001) primary key,
  basket_id int not null references basket,
  occurrence_id int not null references occurrence,
  hold_id bigint not null,
  -- The form of id it was added with decides how it is shown again (wire §7).
  id_form text not null check (id_form in ('v1', 'v2')),
  ticket_type_id int references ticket_type,
  pricing_option_id int not null references pricing_option,
  quantity int not null check (quantity > 0),
  -- Pence per unit as of the last pricing of the basket.
  unit_price int not null check (unit_price >= 0),
  purchased_for_id int references customer,
  customer_reference text,
  sort_by int not null,
  added_at timestamptz not null,
  removed_at timestamptz,
  -- Whether the customer has been notified that the hold ended.
  lapse_notified boolean not null default false,
  -- Discount by a benefit or package, in pence: the line costs unit_price * quantity - discount.
  discount int not null default 0,
  -- The chosen membership, if any.
  member_id int references membership_member,
  -- Whether to apply a benefit or a package. null: not priced yet.
  wants_benefit boolean,
  wants_package boolean,
  -- For people without an account: nobody of the buyer's household takes part on this line, and it has the list price.
  for_guest boolean not null default false,
  -- The calls that added tickets to a line, so that one whose answer was lost adds nothing when it is made again.
  added_by text[] not null default '{}',
  constraint discount_within_price check (discount between 0 and unit_price * quantity)
);

create index basket_item_of_basket on basket_item (basket_id);
create index basket_item_of_hold on basket_item (hold_id);
create index basket_item_of_reference on basket_item (occurrence_id, customer_reference)
  where customer_reference is not null;
