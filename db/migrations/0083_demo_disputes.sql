-- A test card whose payments the demo card provider reports as disputed: when, and what of it has been reported.
alter table demo_card drop constraint demo_card_behaviour_check;
alter table demo_card add constraint demo_card_behaviour_check
  check (behaviour in ('authorise', 'decline', 'challenge_pass', 'challenge_fail', 'pend', 'dispute')) not valid;
alter table demo_card_payment
  add column disputed_at timestamptz,
  add column dispute_reported text check (dispute_reported in ('open', 'lost'));
create index demo_card_payment_disputed on demo_card_payment (disputed_at)
  where disputed_at is not null and dispute_reported is distinct from 'lost';
