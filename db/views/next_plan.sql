-- The plan that a membership has from a later day on; the one that it has where only the price changes.
create or replace view next_plan as
select m.id as membership_id,
  json_build_object('id', p.id, 'name', p.name, 'price', m.next_price, 'from', m.next_plan_from,
    'isSame', m.next_plan_id = m.plan_id) as plan
from membership m
join membership_plan p on p.id = m.next_plan_id;
