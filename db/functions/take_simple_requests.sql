-- Answers the simple requests of a batch in one statement, before the others. Simple: one item, not a court nor for a
-- guest, and no other request for the same basket or person. They get what take_item would answer one after the other in
-- order of arrival. Where sums cannot decide that (requests of different size compete for too few places), the request is
-- left to take_item. `nth` counts from 1.
create or replace function take_simple_requests(requests jsonb, at_time timestamptz)
returns table (nth int, outcome text)
language plpgsql as $$
#variable_conflict use_column
declare
  guard text;
  repeated_baskets int[] := array(
    select (r.value->>'basketId')::int from jsonb_array_elements(requests) r group by 1 having count(*) > 1
  );
  -- Without null: it would make every comparison unknown, and put people with accounts behind visitors without.
  repeated_people int[] := array(
    select (i.value->>'personId')::int from jsonb_array_elements(requests) r, jsonb_array_elements(r.value->'items') i
      where i.value->>'personId' is not null group by 1 having count(*) > 1
  );
  occurrences int[] := array(
    select (i.value->>'occurrenceId')::int
      from jsonb_array_elements(requests) r, jsonb_array_elements(r.value->'items') i
  );
  waited_for int[] := array(
    select distinct w.occurrence_id from waitlist_entry w
      where w.state = 'waiting' and w.occurrence_id = any(occurrences) order by 1
  );
  people_with_offers int[];
  lapsed bigint[];
begin
  -- Free places go to the waitlist first. Requests of people with an offer are left to take_item.
  for i in 1 .. cardinality(waited_for) loop
    perform promote_waitlist(waited_for[i], at_time);
  end loop;
  people_with_offers := array(
    select w.person_id from waitlist_entry w where w.state = 'offered' and w.occurrence_id = any(occurrences)
  );
  select array_agg(h.id) into lapsed
    from (
      select (i.value->>'occurrenceId')::int as id, sum((i.value->>'places')::int) as places
        from jsonb_array_elements(requests) r, jsonb_array_elements(r.value->'items') i group by 1
    ) wanted
    join occurrence o on o.id = wanted.id and o.places_taken + wanted.places > o.capacity
    join hold h on h.occurrence_id = o.id and h.state = 'held' and h.held_until <= at_time;
  if lapsed is not null then
    perform end_holds(lapsed, 'expired', at_time);
  end if;

  guard := open_reservation_guard();
  return query
  with single as (
    select r.ordinality::int as nth, (r.value->>'basketId')::int as basket_id,
      (r.value->>'heldUntil')::timestamptz as held_until, it.*, r.value->'items'->0->>'callDigest' as call_digest,
       o.capacity, o.places_taken, o.status
      from jsonb_array_elements(requests) with ordinality r, requested_item(r.value->'items'->0) it,
      occurrence o, activity a
      where jsonb_array_length(r.value->'items') = 1
        and not coalesce((r.value->'items'->0->>'forGuest')::boolean, false)
        and o.id = it.occurrence_id and a.id = o.activity_id and a.kind <> 'courts'
        and (r.value->>'basketId')::int <> all(repeated_baskets)
        and (it.person_id is null or it.person_id <> all(repeated_people || people_with_offers))
        -- Nor of a ticket that names no one and is bought by somebody with an offer.
        and (it.person_id is not null or cardinality(people_with_offers) = 0 or not exists (
          select 1 from basket b
            where b.id = (r.value->>'basketId')::int
              and coalesce(b.priced_for_id, b.customer_id) = any(people_with_offers)
        ))
  ), sized as (
    select s.*, min(s.places) over of_one = max(s.places) over of_one as alike, sum(s.places) over of_one as wanted
      from single s window of_one as (partition by s.occurrence_id)
  ), judged as (
    select s.*, existing.id as existing_id,
      case
        when b.status is distinct from 'open' then 'basket_closed'
        when existing.id is not null then 'held_already'
        when not s.may_overlap and has_booked(s.person_id, s.occurrence_id) then 'already_booked'
        when s.status <> 'scheduled' then 'cancelled'
        when not s.may_overlap and has_conflicting_hold(s.person_id, s.occurrence_id, null, at_time) then 'clash'
        else 'ok'
      end as provisional
      from sized s left join basket b on b.id = s.basket_id
      left join lateral (
        select bi.id from basket_item bi join live_holds(at_time) h on h.id = bi.hold_id and h.state = 'held'
          where is_same_line(bi, s.basket_id, s.occurrence_id, s.ticket_type_id, s.pricing_option_id, s.purchased_for_id)
            and bi.customer_reference is not distinct from s.customer_reference and not bi.for_guest
            and (s.ticket_type_id is null or s.call_digest is null or s.call_digest = any(bi.added_by))
          limit 1
      ) existing on true
      where s.alike or s.places_taken + s.wanted <= s.capacity
  ), counted as (
    select j.*, j.provisional in ('ok', 'clash') and j.capacity < j.places + j.places_taken + coalesce(
        sum(j.places) filter (where j.provisional = 'ok') over (
          partition by j.occurrence_id order by j.nth rows between unbounded preceding and 1 preceding
        ), 0) as too_late
      from judged j
  ), committed as (
    select late.id as occurrence_id, count_committed_places(late.id, at_time) as places
      from (select distinct c.occurrence_id as id from counted c where c.too_late) late
  ), decided as (
    select c.*,
      case
        when not c.too_late then c.provisional
        when c.places + coalesce(committed.places, 0) > c.capacity then 'full'
        else 'held'
      end as verdict
      from counted c left join committed on committed.occurrence_id = c.occurrence_id
  ), additions_noted as (
    update basket_item bi set added_by = bi.added_by || d.call_digest
      from decided d
      where d.verdict = 'held_already' and bi.id = d.existing_id and d.call_digest <> all(bi.added_by)
        and cardinality(bi.added_by) < 100
  ), granted as (
    select * from decided where verdict = 'ok'
  ), held as (
    insert into hold (occurrence_id, basket_id, person_id, places, state, held_until, created_at)
      select g.occurrence_id, g.basket_id, g.person_id, g.places, 'held', g.held_until, at_time
      from granted g order by g.nth
      returning id, basket_id
  ), lapsed_lines_removed as (
    update basket_item bi set removed_at = at_time
      from granted g, hold h
      where h.id = bi.hold_id
        and is_same_line(bi, g.basket_id, g.occurrence_id, g.ticket_type_id, g.pricing_option_id, g.purchased_for_id)
        and not bi.for_guest
        and (h.state = 'expired' or (h.state = 'held' and h.held_until <= at_time))
  ), lines_added as (
    insert into basket_item (basket_id, occurrence_id, hold_id, id_form, ticket_type_id, pricing_option_id,
        quantity, unit_price, purchased_for_id, customer_reference, added_by, sort_by, added_at)
      select g.basket_id, g.occurrence_id, held.id, g.id_form, g.ticket_type_id, g.pricing_option_id, g.quantity,
        g.unit_price, g.purchased_for_id, g.customer_reference, array_remove(array[g.call_digest], null),
        coalesce((select max(bi.sort_by) + 1 from basket_item bi where bi.basket_id = g.basket_id), 0), at_time
      from granted g join held on held.basket_id = g.basket_id
  ), places_counted as (
    update occurrence o set places_taken = o.places_taken + g.places
      from (select g.occurrence_id as id, sum(g.places)::int as places from granted g group by 1) g where o.id = g.id
  ), baskets_updated as (
    update basket b set updated_at = at_time from granted g where b.id = g.basket_id
  )
  select d.nth, case d.verdict when 'held_already' then 'ok' else d.verdict end from decided d;
  guard := close_reservation_guard();
end
$$;
