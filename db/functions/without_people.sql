-- Lines of an order as JSON, without the names and references of people.
create or replace function items_without_people(items jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_agg(i.value || '{"customerReference": null, "attendee": null}'::jsonb order by i.ordinality), '[]'::jsonb)
    from jsonb_array_elements(items) with ordinality i
$$;

-- What the payer of a card payment agreed to, without who it was.
create or replace function agreement_without_people(agreement jsonb) returns jsonb
language sql immutable as $$
  select agreement || jsonb_build_object('email', null, 'payer', jsonb_build_object('firstName', '', 'lastName', ''),
    'sale', (agreement->'sale') || jsonb_build_object('items', items_without_people(agreement->'sale'->'items')))
$$;
