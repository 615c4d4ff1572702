-- Whether a person has proved that an e-mail address is theirs, and changes of address that wait for the proof.

-- null: not proved. Nothing that belongs to an address may be read, claimed or deleted by its account until then.
alter table customer add column email_verified_at timestamptz;

-- The operator's own files name people whom it has known by these addresses.
update customer set email_verified_at = created_at where source = 'import' and email <> '';

alter table one_time_code drop constraint one_time_code_purpose_check;
alter table one_time_code add constraint one_time_code_purpose_check
  check (purpose in ('reset_password', 'handover', 'verify_email', 'new_email', 'old_email')) not valid;
-- The address that the code was sent to and proves.
alter table one_time_code add column email text not null default '';

-- A new address that waits for the links sent to both addresses.
create table email_change (
  customer_id int primary key references customer on delete cascade,
  email text not null,
  requested_at timestamptz not null,
  -- The session that asked; it stays when the change ends the others.
  token_digest bytea not null,
  new_confirmed_at timestamptz,
  -- Also set where the old address was never proved.
  old_confirmed_at timestamptz
);

create index email_change_age on email_change (requested_at);
