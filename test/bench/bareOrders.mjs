import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pgbenchBinary } from './places.mjs'
import { seconds } from './processes.mjs'

/** An order as the server writes it: added, its payment started and authorised, placed, captured. Four commits. */
const script = (ids) => `
\\set n random(0, ${ids.length - 1})
select basket_id from take_places(jsonb_build_array(jsonb_build_object('request', 0,
  'firstBasket', jsonb_build_object('uuid', gen_random_uuid(), 'operatorId', (select min(id) from operator)),
  'heldUntil', now() + interval '10 minutes',
  'items', jsonb_build_array(jsonb_build_object('occurrenceId', ${Math.min(...ids)} + :n::int, 'places', 1, 'idForm', 'v1',
    'pricingOptionId', (select min(id) from pricing_option), 'quantity', 1, 'unitPrice', 500, 'mayOverlap', true)))),
  now()) \\gset
select id as payment_id from start_payments(jsonb_build_array(jsonb_build_object(
    'itemIds', (select jsonb_agg(id) from basket_item where basket_id = :basket_id::int),
    'payment', jsonb_build_object('uuid', gen_random_uuid(), 'operatorId', (select min(id) from operator),
      'basketId', :basket_id::int, 'provider', 'bare', 'amount', 500, 'currency', 'gbp', 'status', 'started',
      'agreement', '{}'::jsonb, 'saveCard', false, 'site', '', 'createdAt', now(),
      'nextAttemptAt', now() + interval '1 day'))), now() + interval '30 minutes', true, now()) \\gset
update payment_transaction set status = 'authorised', authorised_at = now() where id = :payment_id::int;
begin;
select order_id from place_orders(jsonb_build_array(jsonb_build_object('operatorId', (select min(id) from operator),
  'basketId', :basket_id::int, 'reference', 'BARE-' || :payment_id::int, 'payerFirstName', 'A', 'payerLastName', 'Example',
  'source', 'activity-booking', 'total', 500, 'taxTotal', 0, 'itemHash', '', 'items', '[]'::jsonb,
  'termsAccepted', '[]'::jsonb, 'lines', (select jsonb_agg(jsonb_build_object('itemId', id, 'price', 500,
    'vatRate', 0, 'tax', 0, 'accessCode', 'ABCDEF', 'position', 0)) from basket_item where basket_id = :basket_id::int),
  'payments', jsonb_build_array(jsonb_build_object('tenderType', 'card', 'amount', 500,
    'transactionId', :payment_id::int)))), now()) \\gset
update payment_transaction set status = 'completed', order_id = :order_id::int where id = :payment_id::int;
commit;
update payment_transaction set captured_at = now(), next_attempt_at = null where id = :payment_id::int;
`

/** Orders a second of the database alone, 8 connections of pgbench. */
export async function bareOrders(ids, folder, databaseUrl) {
  const file = join(folder, 'order.sql')
  writeFileSync(file, script(ids))
  const words = `-n -M prepared -c 8 -j 2 -T ${seconds} -f`.split(' ')
  const { stdout } = await promisify(execFile)(pgbenchBinary(), words.concat(file, databaseUrl))
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}
