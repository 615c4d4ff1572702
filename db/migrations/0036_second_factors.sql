-- A second factor at log-in: codes of an app (TOTP, RFC 6238), and recovery codes that work once each.
create table second_factor (
  customer_id int primary key references customer on delete cascade,
  secret bytea not null,
  created_at timestamptz not null,
  -- Null until a first code has proved that the app has the secret.
  confirmed_at timestamptz,
  -- The latest step of 30 seconds whose code was accepted: no code works twice.
  last_step bigint not null default 0
);

create table recovery_code (
  id int generated always as identity primary key,
  customer_id int not null references customer on delete cascade,
  code_hash text not null
);
create index recovery_code_customer on recovery_code (customer_id);

-- Until when log-in in this browser needs no second factor.
alter table trusted_device add column second_factor_until timestamptz;

-- Whether staff set up a second factor at their next log-in.
alter table operator add column staff_need_second_factor boolean not null default false;

-- second_factor: what a right password gives to a person who has still to give the second factor; _passed: what its
-- setup gives, which logs in
alter table one_time_code drop constraint one_time_code_purpose_check;
alter table one_time_code add constraint one_time_code_purpose_check
  check (purpose in ('reset_password', 'handover', 'verify_email', 'new_email', 'old_email', 'second_factor',
    'second_factor_passed')) not valid;
