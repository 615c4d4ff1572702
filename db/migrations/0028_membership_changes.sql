-- How a customer may cancel or freeze a membership without staff, and when they cancelled it.
alter table membership_plan
  -- Days from the cancellation to the last day at least; null: only staff cancel it.
  add column cancellation_notice_days int check (cancellation_notice_days between 0 and 366),
  -- The longest freeze in months; 0: only staff freeze it.
  add column freeze_months int not null default 0 check (freeze_months between 0 and 12);

alter table membership
  -- When the customer gave notice. It ends on ends_on.
  add column cancelled_at timestamptz;
