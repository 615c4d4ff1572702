-- What reports need: the code of the operator's books for each kind of income, and who is sent a report by mail.

-- '': none was given.
alter table activity add column nominal_code text not null default '';
alter table membership_plan add column nominal_code text not null default '';
alter table package_product add column nominal_code text not null default '';

-- Reports by the day that money came in or went out.
create index payment_of_time on order_payment (paid_at);
create index payment_collected on order_payment (collected_at) where collected_at is not null;
create index refund_settled on refund (settled_at) where status = 'done';
create index penalty_of_order on penalty (order_id) where order_id is not null;
create index collection_settled on membership_collection (settled_at) where state = 'collected';
create index credit_movement_of_time on credit_movement (at) where kind in ('grant', 'expire');

-- A report that is sent by mail after each day, week or month.
create table report_schedule (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  report text not null,
  every text not null check (every in ('day', 'week', 'month')),
  -- What was chosen on the page besides the period.
  filters jsonb not null,
  -- Who gets it: staff, at the address that they have then.
  recipient_id int not null references customer on delete cascade,
  created_by int references customer on delete set null,
  created_at timestamptz not null,
  -- The local day of the operator on which it is sent next; the period is over then.
  next_on date not null
);

create index report_schedule_of_operator on report_schedule (operator_id);
create index report_schedule_due on report_schedule (next_on);
create index report_schedule_of_recipient on report_schedule (recipient_id);
