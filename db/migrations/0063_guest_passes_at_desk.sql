-- The member of staff who admitted the guest; null for passes used before, and once their account is gone.
alter table guest_pass add column used_by int references customer on delete set null;

-- Guests read their code out and staff type it: found without its dashes and in any case.
create index if not exists guest_pass_of_typed_code
  on guest_pass (operator_id, upper(regexp_replace(code, '[^A-Za-z0-9]', '', 'g')));
