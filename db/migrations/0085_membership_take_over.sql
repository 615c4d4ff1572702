-- Where staff are told that a member has moved payments here; empty: what another system collects stays there.
alter table operator add column take_over_email text not null default '';
