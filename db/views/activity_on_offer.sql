-- What an activity is offered for, to anyone who asks: its prices, the default first (ListedOption of
-- server/pricing/rules.ts), what people must have had before, and whether it is for members alone. Requested by
-- the timetable, baskets, waitlists, references and the open data; a column no one asks for costs nothing.
create or replace view activity_on_offer as
select
  a.id as activity_id,
  (
    select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'firstPrice', p.price,
        'steps', price_steps_of(p.id), 'pricesBy', o.prices_by, 'band', p.band,
        'ticketTypeId', p.ticket_type_id, 'concession', p.concession, 'vatRate', p.vat_rate, 'proof', p.proof, 'ageMin', p.age_min,
        'ageMax', p.age_max) order by p.position, p.id), '[]'::json)
    from pricing_option p, venue v join operator o on o.id = v.operator_id
    where p.activity_id = a.id and not p.withdrawn and v.id = a.venue_id
  ) as options,
  (
    select json_build_object('id', r.id, 'name', r.name)
    from activity_restriction ar join restriction r on r.id = ar.restriction_id
    where ar.activity_id = a.id and r.kind = 'induction' and not r.withdrawn
    limit 1
  ) as induction,
  exists (
    select 1
    from activity_restriction ar join restriction r on r.id = ar.restriction_id
    where ar.activity_id = a.id and r.kind = 'criteria' and not r.withdrawn
  ) as members_only
from activity a;
