-- The account that booking partners pay an operator to, as their payments name it; '' where they need not.
alter table operator add column payee_name text not null default '';
alter table operator add column payee_account text not null default '';
alter table operator add column payee_provider text not null default '';
