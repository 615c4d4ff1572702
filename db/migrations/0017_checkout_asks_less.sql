-- What a buyer who types in a card must tell of their address: all of it, or the postcode.
alter table operator add column billing_address text not null default 'postcode'
  check (billing_address in ('full', 'postcode'));

-- When the text of the terms last changed; a customer who has accepted it since is not asked again.
alter table terms add column changed_at timestamptz not null default '-infinity';
