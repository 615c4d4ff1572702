-- A dearer plan is paid for like a joining: the difference until the next payment, for a membership that exists.
alter table joining
  drop constraint joining_membership_id_key,
  add column changes_id int references membership;
create unique index joining_of_membership on joining (membership_id) where changes_id is null;

-- A cheaper plan applies from a billing day on.
alter table membership
  add column next_plan_id int references membership_plan,
  -- Pence.
  add column next_price int check (next_price >= 0),
  add column next_plan_from date,
  add check ((next_plan_id is null) = (next_price is null) and (next_plan_id is null) = (next_plan_from is null));
create index membership_to_change_plan on membership (next_plan_from) where next_plan_id is not null;
