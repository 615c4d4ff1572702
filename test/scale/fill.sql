-- Adds a large operator's data to the first operator, the same each time. Settings: scale.venues, scale.now, and
-- scale.past and scale.ahead, the days of occurrences on either side. Ids begin at 20,000,000, so that a row of one
-- table finds its neighbours in others by arithmetic. Written as a replica: no triggers and no foreign keys, which
-- would make up nine tenths of the time.
set session_replication_role = replica;

create temporary table scale as
select current_setting('scale.venues')::int as venues, current_setting('scale.venues')::int * 250 as customers,
  current_setting('scale.venues')::int * 500 as orders, current_setting('scale.now')::timestamptz as now,
  current_setting('scale.now')::date as today, current_setting('scale.past')::int as past,
  current_setting('scale.ahead')::int as ahead, 20000000 as base, (select min(id) from operator) as operator_id;

insert into venue (id, operator_id, slug, name, venue_type, town, postcode, lat, lng, timezone, description, position)
overriding system value
select s.base + v, s.operator_id, 'centre-' || v, 'Centre ' || v, 'Leisure centre', 'Town ' || v % 300,
  'ZZ' || v % 90 || ' 1AA', 50 + (v * 7919 % 8000) / 1000.0, -5 + (v * 104729 % 6000) / 1000.0, 'Europe/London',
  'A sports hall, a gym and a pool.', 1000 + v
from scale s, generate_series(1, s.venues) v;

insert into space (id, venue_id, slug) overriding system value
select s.base + v, s.base + v, 'studio' from scale s, generate_series(1, s.venues) v;
insert into location (id, venue_id, slug, name) overriding system value
select s.base + v, s.base + v, 'studio', 'Studio' from scale s, generate_series(1, s.venues) v;
insert into location_space (location_id, space_id)
select s.base + v, s.base + v from scale s, generate_series(1, s.venues) v;

insert into activity (id, venue_id, slug, name, kind, position) overriding system value
select s.base + v * 4 + k, s.base + v, 'class-' || k, (array['Yoga', 'Spin', 'Pilates', 'Circuits'])[k + 1], 'classes', k
from scale s, generate_series(1, s.venues) v, generate_series(0, 3) k;
insert into activity_location (activity_id, location_id)
select s.base + v * 4 + k, s.base + v from scale s, generate_series(1, s.venues) v, generate_series(0, 3) k;
insert into pricing_option (id, activity_id, slug, name, price) overriding system value
select s.base + v * 4 + k, s.base + v * 4 + k, 'adult', 'Adult', 650
from scale s, generate_series(1, s.venues) v, generate_series(0, 3) k;
insert into series (id, activity_id, slug, weekdays, start_time, duration_minutes, capacity) overriding system value
select s.base + v * 4 + k, s.base + v * 4 + k, 'daily', '{1,2,3,4,5,6,7}', '08:00', 45, 20
from scale s, generate_series(1, s.venues) v, generate_series(0, 3) k;
insert into series_location (series_id, location_id)
select s.base + v * 4 + k, s.base + v from scale s, generate_series(1, s.venues) v, generate_series(0, 3) k;

insert into occurrence (id, public_id, venue_id, activity_id, location_id, series_id, name, starts_at, ends_at,
  local_date, composite_key, capacity, status)
overriding system value
select row.id, 'AQL' || translate(md5(row.id::text), '0123456789', 'ghijklmnop'), s.base + row.v, row.activity_id,
  s.base + row.v, row.activity_id, (array['Yoga', 'Spin', 'Pilates', 'Circuits'])[row.k + 1],
  row.starts_at, row.starts_at + interval '45 minutes', row.day, lpad(to_hex(row.id), 8, '0'), 20,
  case when row.id % 500 = 0 then 'cancelled' else 'scheduled' end
from scale s,
  lateral (
    select v, k, s.base + v * 4 + k as activity_id, s.today + d as day,
      s.base + ((v * 4 + k) * (s.past + s.ahead + 1) + d + s.past) * 8 + h as id,
      (s.today + d)::timestamp at time zone 'Europe/London' + make_interval(mins => (7 + k) * 60 + h * 100) as starts_at
    from generate_series(1, s.venues) v, generate_series(0, 3) k, generate_series(-s.past, s.ahead) d,
      generate_series(0, 7) h
  ) row;

-- One in eight is a Smith. The last has a long history.
insert into customer (id, operator_id, reference, email, first_name, last_name, date_of_birth, phone, city, postcode,
  home_venue_id, created_at)
overriding system value
select s.base + c, s.operator_id, 'L' || lpad(c::text, 8, '0'), 'person' || c || '@example.com',
  (array['Ann', 'Bo', 'Cem', 'Dev', 'Eva', 'Finn', 'Gil', 'Hana', 'Ivo', 'Joy', 'Kai'])[c % 11 + 1],
  case when c % 8 = 0 then 'Smith' else 'Name' || c % 4999 end, date '1960-01-01' + c % 20000,
  '01632 ' || lpad((c % 1000000)::text, 6, '0'), 'Town ' || c % 300, 'ZZ' || c % 90 || ' ' || c % 9 || 'AB',
  s.base + 1 + c % s.venues, s.now - interval '1 year'
from scale s, generate_series(1, s.customers) c;
insert into linked_customer (customer_id, linked_id, relation)
select s.base + c, s.base + c + 1, 'child' from scale s, generate_series(1, s.customers - 1, 3) c;
insert into session (token_digest, customer_id, created_at, last_seen_at, expires_at)
select sha256(('scale ' || c)::bytea), s.base + c, s.now, s.now, s.now + interval '30 days'
from scale s, generate_series(1, s.customers, 2) c;
insert into consent_event (customer_id, given, at, how)
select s.base + c, c % 2 = 0, s.now - interval '1 year', 'registering' from scale s, generate_series(1, s.customers) c;
insert into saved_card (customer_id, provider, external_identifier, card_holder_name, brand, last_four, expiry, created_at)
select s.base + c, 'demo', 'scale-' || c, 'Person ' || c, 'visa', '4242',
  to_char(s.now + (2 + c / 4 % 48) * interval '1 month', 'MMYY'), s.now
from scale s, generate_series(1, s.customers, 4) c;

insert into membership_plan (id, operator_id, slug, name, price) overriding system value
select s.base, s.operator_id, 'scale', 'All classes', 3500 from scale s;
insert into membership_plan_venue (plan_id, venue_id)
select s.base, s.base + v from scale s, generate_series(1, s.venues) v;
insert into benefit (id, plan_id, slug, name, kind, percent_off, covers_all) overriding system value
select s.base, s.base, 'tenth', '10 % off', 'percent', 10, true from scale s;
insert into membership (id, operator_id, reference, plan_id, venue_id, payer_id, starts_on, price, billing_period,
  payment_method, created_at)
overriding system value
select s.base + c, s.operator_id, 'LM' || lpad(c::text, 8, '0'), s.base, s.base + 1 + c % s.venues, s.base + c,
  s.today - 300, 3500, 'month', 'card', s.now - interval '300 days'
from scale s, generate_series(1, s.customers, 2) c;
insert into membership_member (id, membership_id, customer_id) overriding system value
select s.base + c, s.base + c, s.base + c from scale s, generate_series(1, s.customers, 2) c;
insert into package_product (id, operator_id, slug, name, uses, valid_days) overriding system value
select s.base, s.operator_id, 'scale', 'Ten visits', 10, 365 from scale s;
insert into package (id, operator_id, reference, product_id, customer_id, total_uses, uses_left, bought_on, expires_on,
  created_at)
overriding system value
select s.base + c, s.operator_id, 'LP' || lpad(c::text, 8, '0'), s.base, s.base + c, 10, 4, s.today - 90, s.today + 275,
  s.now - interval '90 days'
from scale s, generate_series(1, s.customers, 5) c;
insert into credit_lot (id, operator_id, customer_id, type, granted, created_at, available) overriding system value
select s.base + c, s.operator_id, s.base + c, 'general', 500, s.now - interval '90 days', 500
from scale s, generate_series(1, s.customers, 3) c;
insert into credit_movement (id, kind, at, description) overriding system value
select s.base + c, 'grant', s.now - interval '90 days', 'Gift' from scale s, generate_series(1, s.customers, 3) c;
insert into credit_entry (movement_id, lot_id, account, amount)
select s.base + c, s.base + c, side.account, side.amount
from scale s, generate_series(1, s.customers, 3) c, (values ('available', 500), ('grants', -500)) side (account, amount);
insert into penalty (operator_id, customer_id, description, amount, created_at)
select s.operator_id, s.base + c, 'Missed class', 300, s.now from scale s, generate_series(1, s.customers, 9) c;
insert into document (operator_id, customer_id, document_type, file_key, file_name, media_type, size, status, uploaded_at)
select s.operator_id, s.base + c, 'Student card', 'scale-' || c, 'card.jpg', 'image/jpeg', 9000, 'accepted', s.now
from scale s, generate_series(1, s.customers, 7) c;
insert into guest_pass (operator_id, customer_id, name, code, valid_from, valid_until)
select s.operator_id, s.base + c, 'Bring a friend', 'LG' || c, s.today, s.today + 30
from scale s, generate_series(1, s.customers, 6) c;
insert into attendee (operator_id, customer_id, person_id, first_name, last_name, date_of_birth, created_at)
select s.operator_id, s.base + c, s.base + c, 'Ann', 'Name' || c, '1990-01-01', s.now
from scale s, generate_series(1, s.customers, 4) c;

-- Each order has one booking. The last customer has 600 of them, of fewer than 3,000 one in five. As many of the occurrences
-- booked are still to come as the days ahead are of all.
create temporary table sale as
select n, s.base + n as id, case when n % greatest(5, s.orders / 600) = 0 then s.base + s.customers else s.base + 1 + n * 7 % (s.customers - 1) end as buyer,
  o.id as occurrence_id, o.starts_at < s.now as is_past, s.now - (n % 200) * interval '1 day' as placed_at
from scale s, generate_series(1, s.orders) n,
  lateral (select s.base + 4 * (s.past + s.ahead + 1) * 8
    + (n::bigint * 15485863 % (s.venues::bigint * 4 * (s.past + s.ahead + 1) * 8))::int as wanted) w
  join occurrence o on o.id = w.wanted;

insert into basket (id, operator_id, customer_id, status, created_at, updated_at) overriding system value
select x.id, s.operator_id, x.buyer, 'paymentComplete', x.placed_at, x.placed_at from scale s, sale x;
insert into hold (id, occurrence_id, basket_id, person_id, places, state, created_at, held_until, ended_at)
overriding system value
select x.id, x.occurrence_id, x.id, x.buyer, 1,
  (array['confirmed', 'confirmed', 'confirmed', 'released', 'expired'])[x.n % 5 + 1], x.placed_at,
  x.placed_at + interval '10 minutes', case when x.n % 5 > 2 then x.placed_at end
from sale x;
insert into basket_item (id, basket_id, occurrence_id, hold_id, id_form, pricing_option_id, quantity, unit_price,
  purchased_for_id, sort_by, added_at)
overriding system value
select x.id, x.id, x.occurrence_id, x.id, 'v2', o.activity_id, 1, 650, x.buyer, 1, x.placed_at
from sale x join occurrence o on o.id = x.occurrence_id;
insert into customer_order (id, operator_id, basket_id, customer_id, reference, placed_at, email, total, tax_total,
  item_hash, items)
overriding system value
select x.id, s.operator_id, x.id, x.buyer, 'LO' || x.n, x.placed_at, 'person@example.com', 650, 0, md5(x.n::text), '[]'
from scale s, sale x;
insert into payment_transaction (id, uuid, operator_id, basket_id, customer_id, provider, amount, status, agreement,
  order_id, created_at, updated_at, authorised_at, captured_at)
overriding system value
select x.id, md5('payment ' || x.n)::uuid, s.operator_id, x.id, x.buyer, 'demo', 650, 'completed', '{}', x.id,
  x.placed_at, x.placed_at, x.placed_at, x.placed_at
from scale s, sale x;
insert into order_payment (id, order_id, tender_type, amount, transaction_id, paid_at) overriding system value
select x.id, x.id, 'card', 650, x.id, x.placed_at from sale x;
insert into booking (id, order_id, basket_item_id, hold_id, occurrence_id, id_form, customer_id, person_id, quantity,
  price, vat_rate, tax, status, access_code, position, created_at, cancelled_at)
overriding system value
select x.id, x.id, x.id, x.id, x.occurrence_id, 'v2', x.buyer, x.buyer, 1, 650, 0, 0,
  case when x.n % 5 > 2 or o.status = 'cancelled' then 'cancelled' when x.is_past then 'attended' else 'booked' end,
  upper(lpad(to_hex(x.n), 8, '0')), 1, x.placed_at, case when x.n % 5 > 2 then x.placed_at end
from sale x join occurrence o on o.id = x.occurrence_id;
insert into refund (order_id, booking_id, payment_id, destination, amount, status, created_at, settled_at)
select x.id, x.id, x.id, 'card', 650, 'done', x.placed_at, x.placed_at from sale x where x.n % 5 > 2;
insert into benefit_use (benefit_id, member_id, basket_item_id, booking_id, counted_on, state, created_at)
select s.base, m.id, x.id, x.id, x.placed_at::date, 'used', x.placed_at
from scale s, sale x join membership_member m on m.customer_id = x.buyer where x.n % 3 = 0;
insert into till_entry (operator_id, venue_id, local_date, actor_id, at, tender_type, amount, order_id, payment_id)
select s.operator_id, o.venue_id, x.placed_at::date, x.buyer, x.placed_at, 'card', 650, x.id, x.id
from scale s, sale x join occurrence o on o.id = x.occurrence_id where x.n % 4 = 0;
insert into notice (operator_id, kind, about, recipient, data, state, subject, created_at, settled_at)
select s.operator_id, 'order confirmed', 'order:' || x.id, 'person' || x.buyer - s.base || '@example.com', '{}', 'sent',
  'Your booking', x.placed_at, x.placed_at
from scale s, sale x;
insert into job (kind, payload, due_at, attempts, done_at)
select 'send notice', '{}', x.placed_at, 1, x.placed_at from sale x where x.n % 3 = 0;
insert into audit_entry (operator_id, at, actor_id, for_customer_id, act)
select s.operator_id, x.placed_at + x.n * interval '1 millisecond', x.buyer, x.buyer, 'customer opened' from scale s, sale x where x.n % 2 = 0;
insert into idempotent_answer (caller, call, key_digest, body_digest, status, answer, started_at)
select 'customer ' || x.buyer, 'add', sha256(x.n::text::bytea), '\x00', 200, '{}', x.placed_at from sale x where x.n % 3 = 0;

-- Most waitlists are over. Each open one is of an occurrence that is full, and of a person who gave a place back.
insert into waitlist_entry (id, occurrence_id, person_id, joined_by_id, id_form, places, state, joined_at, ended_at)
overriding system value
select x.id, x.occurrence_id, x.buyer, x.buyer, 'v2', 1,
  case when x.is_past or x.n % 40 <> 8 then (array['closed', 'left', 'taken'])[x.n % 3 + 1] else 'waiting' end, x.placed_at,
  case when x.is_past or x.n % 40 <> 8 then x.placed_at end
from sale x where x.n % 4 = 0;
insert into hold (id, occurrence_id, places, state, created_at) overriding system value
select s.base + s.orders + w.id, w.occurrence_id, 20, 'confirmed', s.now
from scale s, waitlist_entry w where w.state = 'waiting' and w.id >= s.base;
insert into waitlist_event (entry_id, what, at)
select w.id, 'joined', w.joined_at from waitlist_entry w, scale s where w.id >= s.base;
update occurrence o set places_taken = least(o.capacity, h.places)
from (select occurrence_id, sum(places) as places from hold where state = 'confirmed' and id >= 20000000 group by 1) h
where o.id = h.occurrence_id;

-- Baskets that people have open now, with a place held in each.
insert into basket (id, operator_id, created_at, updated_at) overriding system value
select s.base + s.orders + n, s.operator_id, s.now, s.now from scale s, generate_series(1, s.venues) n;
insert into hold (id, occurrence_id, basket_id, places, state, created_at, held_until) overriding system value
select s.base + 3 * s.orders + x.n, x.occurrence_id, s.base + s.orders + x.n, 1, 'held', s.now, s.now + interval '1 day'
from scale s, sale x where x.n <= s.venues;
insert into basket_item (id, basket_id, occurrence_id, hold_id, id_form, pricing_option_id, quantity, unit_price,
  sort_by, added_at)
overriding system value
select s.base + s.orders + x.n, s.base + s.orders + x.n, x.occurrence_id, s.base + 3 * s.orders + x.n, 'v2',
  o.activity_id, 1, 650, 1, s.now
from scale s, sale x join occurrence o on o.id = x.occurrence_id where x.n <= s.venues;

insert into openactive_item (id, operator_id, feed, subject_id, modified, data, due_at)
select 'session' || o.id, s.operator_id, 'scheduled-sessions', o.id, extract(epoch from s.now)::bigint - 86400 + o.id % 86400,
  '{"@type":"ScheduledSession"}', o.ends_at
from scale s join occurrence o on o.id >= s.base and o.starts_at > s.now;

-- The rows to come get ids above these.
do $$
declare
  entry record;
begin
  for entry in
    select c.table_name, c.column_name from information_schema.columns c
    where c.table_schema = 'public' and c.is_identity = 'YES'
  loop
    execute format('select setval(pg_get_serial_sequence(%L, %L), greatest(1, (select coalesce(max(%I), 1) from %I)) + 1)',
      entry.table_name, entry.column_name, entry.column_name, entry.table_name);
  end loop;
end
$$;

-- Their occurrences are there: making those of thousands of venues is no idle load.
update venue set planned_on = (select today from scale) where id >= 20000000;
set session_replication_role = origin;
drop table scale, sale;
