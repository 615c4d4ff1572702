-- Whether the customer has yet to confirm who accepted their invitation; until then neither household sees what the venue
-- knows of the other's health.
alter table linked_customer add column awaits_confirmation boolean not null default false;
