-- A link that was sent by e-mail proves the address of its order to whoever opens it; earlier links do not say.
alter table order_link add column is_mailed boolean not null default false;
