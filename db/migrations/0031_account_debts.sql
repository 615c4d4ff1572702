-- What a customer owes on their account is paid in the basket like a penalty, and blocks nothing meanwhile.
alter table penalty add column is_account_debt boolean not null default false;

create unique index penalty_account_debt on penalty (customer_id) where is_account_debt and status = 'outstanding';
