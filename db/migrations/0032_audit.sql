-- Whose audit log an entry belongs to, so that it is read by operator.
alter table audit_entry add column operator_id int references operator;
update audit_entry a set operator_id = coalesce(
  (select c.operator_id from customer c where c.id = coalesce(a.actor_id, a.for_customer_id)),
  -- A program that an operator has run names them.
  (select o.id from operator o where a.subject = 'operator:' || o.id));
update audit_entry a set act = n.act
from (values ('register_booking_partner', 'booking partner registered'), ('allow_booking_partner', 'booking partner allowed'),
  ('replace_booking_partner_key', 'key of a booking partner replaced'), ('revoke_booking_partner', 'booking partner revoked')
) as n(before, act)
where a.act = n.before;
alter table audit_entry alter column operator_id set not null;

create index audit_of_operator on audit_entry (operator_id, id);
create index audit_of_act on audit_entry (operator_id, act, id);
