-- What an operator is called, sells under and asks of its customers. Filled from its own files (docs/operator-files.md).

create extension if not exists btree_gist;

create table operator (
  id int generated always as identity primary key,
  slug text not null unique,
  name text not null,
  legal_name text not null default '',
  vat_number text not null default '',
  currency_symbol text not null default '£',
  timezone text not null default 'Europe/London',
  migration_date date,
  online_joining_enabled boolean not null default false,
  online_guest_passes_enabled boolean not null default false,
  bearer_token_enabled boolean not null default false,
  kiosk_home_url text,
  analytics_container_ids text[] not null default '{}',
  frame_origins text[] not null default '{}',
  basket_hold_seconds int not null default 600 check (basket_hold_seconds between 60 and 3600),
  footer_html text not null default '',
  theme_id int,
  -- Digest of the files last imported, so that a second import of the same files is cheap.
  imported_digest text,
  -- Which files those were: one that is missing the next time was likely lost.
  imported_files text[] not null default '{}',
  -- Whether a customer who owes a penalty may still book: refused, or allowed with a notice.
  outstanding_penalties text not null default 'warn'
    check (outstanding_penalties in ('block', 'warn')),
  -- How what members owe is collected.
  -- Days of notice before a Direct Debit, which is also the earliest regular collection after joining.
  collection_notice_days int not null default 10 check (collection_notice_days between 3 and 28),
  -- Days until a failed payment is retried,
  collection_retry_days int not null default 5 check (collection_retry_days between 1 and 14),
  -- and attempts after which the membership is frozen.
  collection_tries int not null default 3 check (collection_tries between 1 and 10),
  -- How a card payment is refunded when the customer cancels: as credit at once, or to the card.
  -- Credit is always refunded as credit, and a cancellation by the venue always the way it was paid.
  refunds_to text not null default 'credit' check (refunds_to in ('credit', 'card')),
  -- What a buyer who types in a card must tell of their address: all of it, or the postcode.
  billing_address text not null default 'postcode'
    check (billing_address in ('full', 'postcode')),
  -- The address open data is published under, whatever addresses a node is started with; '' is the first one used.
  open_data_site text not null default '',
  -- Where those who use the data ask and report, as the standard's data set page has it.
  open_data_discussion text not null default '',
  phone text not null default '',
  email text not null default '',
  -- Its pages elsewhere.
  same_as text[] not null default '{}',
  -- Whether partners may book, how prices contain tax, and where the terms of booking are.
  open_booking boolean not null default false,
  tax_mode text not null default 'gross' check (tax_mode in ('gross', 'net')),
  booking_terms_url text not null default '',
  -- For how long places are held for a proposal, in which it is decided on and booked.
  proposal_hours int not null default 24 check (proposal_hours between 1 and 168),
  -- Whether staff set up a second factor at their next log-in.
  staff_need_second_factor boolean not null default false,
  -- Whether only people who have logged in get prices by another customer's number.
  benefits_need_login boolean not null default true,
  -- Where staff are written to when a partner asks for an order that the desk accepts first; '' is the operator's
  -- address.
  proposal_email text not null default '',
  -- The account that booking partners pay an operator to, as their payments name it; '' where they need not.
  payee_name text not null default '',
  payee_account text not null default '',
  payee_provider text not null default '',
  -- Where staff are told that a member has moved payments here; empty: what another system collects stays there.
  take_over_email text not null default '',
  -- What customers call things, besides the words that search knows: 'footie = five-a-side, walking football'.
  search_words text[] not null default '{}'
);

create table theme (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  slug text not null,
  app_logo text,
  primary_colour text,
  secondary_colour_one text,
  secondary_colour_two text,
  header_bg_colour text,
  dark_bg_colour text,
  heading_font text check (heading_font in ('garage_gothic', 'lato', 'open_sans', 'roboto')),
  body_font text check (body_font in ('garage_gothic', 'lato', 'open_sans', 'roboto')),
  secondary_button_style text check (secondary_button_style in ('outline', 'solid')),
  header_primary_colour text,
  -- Programs for mail draw no SVG: the logo at the head of messages is a picture of pixels.
  mail_logo text,
  unique (operator_id, slug)
);

alter table operator add foreign key (theme_id) references theme;

create table terms (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  slug text not null,
  name text not null,
  html text not null,
  required boolean not null default true,
  withdrawn boolean not null default false,
  -- Terms of joining are not asked for when booking.
  purpose text not null default 'booking' check (purpose in ('booking', 'membership')),
  -- When the text of the terms last changed; a customer who has accepted it since is not asked again.
  changed_at timestamptz not null default '-infinity',
  unique (operator_id, slug)
);
