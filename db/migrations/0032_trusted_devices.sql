-- Browsers in which a person has logged in: a stranger's wrong attempts do not keep the person out there.
create table trusted_device (
  token_digest bytea not null,
  customer_id int not null references customer on delete cascade,
  last_used_at timestamptz not null,
  primary key (token_digest, customer_id)
);
create index trusted_device_customer on trusted_device (customer_id);

-- What the browser calls itself, for the person's list of log-ins.
alter table session add column user_agent text not null default '';

-- When the log-in began that a hand-over carries on: its end counts from there.
alter table one_time_code add column login_started_at timestamptz;
