-- A household books: tickets with ages, places for people without an account, what staff must know of a person, and who
-- has signed for whom.

-- Who a kind of ticket is for, by age in whole years on the day. null: no limit.
alter table ticket_type
  add column age_min int check (age_min >= 0),
  add column age_max int check (age_max >= 0);

-- For people without an account: nobody of the buyer's household takes part on this line, and it has the list price.
alter table basket_item add column for_guest boolean not null default false;

-- What an instructor should know of a person. Shown to the person, to their household and to staff.
alter table customer add column medical_notes text not null default '';

-- Who agreed for somebody under 18, and their name at that time. null: the attendee, or a visitor without an account.
alter table waiver
  add column signed_by_id int references customer on delete set null,
  add column signed_by_name text not null default '';
