-- What staff may do: roles (contract/permissions.ts), each at all venues or at one.
create table staff_role (
  id int generated always as identity primary key,
  customer_id int not null references customer on delete cascade,
  role text not null
    check (role in ('instructor', 'desk', 'duty_manager', 'programme', 'finance', 'administrator')),
  -- null: at every venue of the operator
  venue_id int references venue,
  -- Who they are in the timetable: an instructor sees the sessions that they give.
  instructor_id int references instructor on delete cascade,
  -- The last day, in the operator's time; null: no end is set.
  last_day date,
  unique nulls not distinct (customer_id, role, venue_id),
  check ((role = 'instructor') = (instructor_id is not null))
);

create index staff_role_end on staff_role (last_day) where last_day is not null;

-- customer.staff_level says the same in short for nodes of the version before, until a later migration drops it.
insert into staff_role (customer_id, role)
select id, case when staff_level = 'supervisor' then 'administrator' else 'desk' end
from customer where role = 'staff' and closed_at is null;
