-- Changes of the card that a membership is collected from.

-- A card that is saved without a payment, for a membership to be collected from.
create table card_change (
  id int generated always as identity (start with 9801) primary key,
  -- Our idempotency key at the provider, by which a lost request can also be given up.
  uuid uuid not null unique,
  membership_id int not null references membership,
  customer_id int not null references customer,
  provider text not null,
  -- The provider's reference, once it has answered.
  reference text,
  -- The card is one that was saved before, and is not forgotten when the change is given up.
  saved_card_id int references saved_card,
  -- started: the provider is being asked. ending: to be given up at the provider.
  status text not null default 'started'
    check (status in ('started', 'challenge', 'pending', 'saved', 'declined', 'ending', 'ended')),
  decline_reason text,
  -- The site on which it began.
  site text not null,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  check ((status in ('challenge', 'pending')) <= (reference is not null))
);

-- A later change of a membership takes the place of an earlier one.
create unique index card_change_in_progress on card_change (membership_id)
  where status in ('started', 'challenge', 'pending');
create index card_change_due on card_change (next_attempt_at) where next_attempt_at is not null;
create index card_change_of_reference on card_change (reference) where reference is not null;
create index card_change_of_customer on card_change (customer_id);
