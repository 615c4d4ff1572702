-- What an operator asks of people before they take part, and what people have answered.

-- A statement to agree to (waiver), something to have been shown first (induction), or somebody to be (criteria).
create table restriction (
  id int generated always as identity (start with 31) primary key,
  operator_id int not null references operator,
  slug text not null,
  kind text not null check (kind in ('waiver', 'induction', 'criteria')),
  name text not null,
  -- What is agreed to; of waivers alone.
  html text not null default '',
  -- Everybody who takes part agrees; otherwise one agrees for all of a booking.
  per_attendee boolean not null default true,
  -- How long it holds for the person who agreed. null: for the one booking.
  valid_months int check (valid_months between 1 and 120),
  withdrawn boolean not null default false,
  unique (operator_id, slug)
);

create table activity_restriction (
  activity_id int not null references activity on delete cascade,
  restriction_id int not null references restriction,
  primary key (activity_id, restriction_id)
);

-- Something to answer: about a person, as part of a waiver, or about a booking of an activity.
create table question (
  id int generated always as identity (start with 11) primary key,
  operator_id int not null references operator,
  restriction_id int references restriction,
  activity_id int references activity,
  slug text not null,
  text text not null,
  type text not null check (type in ('text', 'number', 'date', 'select', 'checkbox')),
  -- [{"value": "yes", "label": "Yes"}] of a select
  options jsonb not null,
  required boolean not null default true,
  position int not null default 0,
  withdrawn boolean not null default false,
  check ((restriction_id is null) <> (activity_id is null))
);

create unique index question_of_restriction on question (restriction_id, slug) where restriction_id is not null;
create unique index question_of_activity on question (activity_id, slug) where activity_id is not null;

-- Who has been shown what; staff say so.
create table induction (
  customer_id int not null references customer on delete cascade,
  restriction_id int not null references restriction,
  given_on date not null,
  primary key (customer_id, restriction_id)
);

-- Somebody a buyer brings. A visitor's belong to the basket until the visitor is known.
create table attendee (
  id int generated always as identity (start with 881) primary key,
  operator_id int not null references operator,
  customer_id int references customer on delete cascade,
  basket_id int references basket,
  -- The buyer, or somebody linked to the buyer.
  person_id int references customer on delete set null,
  first_name text not null,
  last_name text not null,
  date_of_birth date not null,
  email text not null default '',
  created_at timestamptz not null,
  check (customer_id is not null or basket_id is not null)
);

create index attendee_of_customer on attendee (customer_id) where customer_id is not null;
create index attendee_of_basket on attendee (basket_id) where basket_id is not null;
create index attendee_of_person on attendee (person_id) where person_id is not null;

-- What somebody agreed to for a line of a basket, and so for the booking that comes of it; or, where there is no
-- line, on paper before the venue moved here.
create table waiver (
  id int generated always as identity (start with 9301) primary key,
  restriction_id int not null references restriction,
  basket_item_id int references basket_item,
  attendee_id int not null references attendee on delete cascade,
  -- The very words agreed to.
  html text not null,
  agreed_at timestamptz not null,
  -- The last day on which it holds for this person elsewhere. null: it holds for this booking alone.
  valid_until date,
  unique (basket_item_id, restriction_id, attendee_id)
);

create index waiver_of_attendee on waiver (attendee_id, restriction_id);

create table waiver_answer (
  waiver_id int not null references waiver on delete cascade,
  question_id int not null references question,
  -- The question as it was put.
  text text not null,
  value text not null,
  primary key (waiver_id, question_id)
);

-- Answers about a booking, kept with its line.
create table booking_answer (
  basket_item_id int not null references basket_item,
  question_id int not null references question,
  text text not null,
  value text not null,
  answered_at timestamptz not null,
  primary key (basket_item_id, question_id)
);
