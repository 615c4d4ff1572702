-- Where staff are written to when a partner asks for an order that the desk accepts first; '' is the operator's address.
alter table operator add column proposal_email text not null default '';
