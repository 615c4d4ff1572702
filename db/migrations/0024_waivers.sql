-- What is asked of people before they take part.

-- A waiver (statement to agree to), an induction required first, or criteria (members only).
create table restriction (
  id int generated always as identity (start with 31) primary key,
  operator_id int not null references operator,
  slug text not null,
  kind text not null check (kind in ('waiver', 'induction', 'criteria')),
  name text not null,
  -- The text agreed to; waivers only.
  html text not null default '',
  -- Whether each attendee agrees; otherwise one person agrees for the booking.
  per_attendee boolean not null default true,
  -- Months of validity for the person. null: for one booking.
  valid_months int check (valid_months between 1 and 120),
  withdrawn boolean not null default false,
  unique (operator_id, slug)
);

create table activity_restriction (
  activity_id int not null references activity on delete cascade,
  restriction_id int not null references restriction,
  primary key (activity_id, restriction_id)
);

-- A question: about a person, as part of a waiver, or about a booking of an activity.
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

-- The inductions that people who attend an activity have had.
create table activity_induction (
  activity_id int not null references activity on delete cascade,
  restriction_id int not null references restriction,
  primary key (activity_id, restriction_id)
);

-- Inductions completed: recorded by staff, or by attending what gives them.
create table induction (
  customer_id int not null references customer on delete cascade,
  restriction_id int not null references restriction,
  given_on date not null,
  -- The booking by whose attendance; it ends when the attendance is undone.
  booking_id int,
  primary key (customer_id, restriction_id)
);

create index induction_of_booking on induction (booking_id) where booking_id is not null;

-- An attendee named by a buyer. A visitor's attendees belong to the basket until the visitor logs in.
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

-- A waiver agreed to for a line of a basket and its booking; or, without a
-- line, on paper before the venue moved here.
create table waiver (
  id int generated always as identity (start with 9301) primary key,
  restriction_id int not null references restriction,
  basket_item_id int references basket_item,
  attendee_id int not null references attendee on delete cascade,
  -- The text agreed to.
  html text not null,
  agreed_at timestamptz not null,
  -- The last day on which it is valid for other bookings of the person. null: only for this booking.
  valid_until date,
  -- Who agreed for somebody under 18, and their name at that time. null: the attendee, or a visitor without an account.
  signed_by_id int references customer on delete set null,
  signed_by_name text not null default '',
  -- Who signs for a person under 18: a parent, a legal guardian or another adult; '' where it is not recorded.
  signed_by_relation text not null default ''
    check (signed_by_relation in ('', 'parent', 'guardian', 'relative', 'other')),
  unique (basket_item_id, restriction_id, attendee_id)
);

create index waiver_of_attendee on waiver (attendee_id, restriction_id);

create table waiver_answer (
  waiver_id int not null references waiver on delete cascade,
  question_id int not null references question,
  -- The text of the question at that time.
  text text not null,
  value text not null,
  primary key (waiver_id, question_id)
);

-- Answers about a booking.
create table booking_answer (
  basket_item_id int not null references basket_item,
  question_id int not null references question,
  text text not null,
  value text not null,
  answered_at timestamptz not null,
  primary key (basket_item_id, question_id)
);
