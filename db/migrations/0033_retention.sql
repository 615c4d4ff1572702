-- What the retention job looks for (docs/operations/README.md). On a large database build the indexes beforehand with
-- `create index concurrently if not exists` (db/README.md).

-- When personal data was deleted from an abandoned basket that payments or credit still refer to.
alter table basket add column cleared_at timestamptz;
create index if not exists basket_abandoned on basket (updated_at) where status = 'open' and cleared_at is null;

-- When the contact of a visitor was deleted, and when an old order was made anonymous.
alter table customer_order add column contact_cleared_at timestamptz, add column anonymised_at timestamptz;
create index if not exists order_of_visitor on customer_order (placed_at)
  where customer_id is null and contact_cleared_at is null;
create index if not exists order_to_anonymise on customer_order (placed_at) where anonymised_at is null;

create index if not exists partner_order_answered on partner_order (created_at) where answer is not null;
create index if not exists audit_age on audit_entry (at);
create index if not exists customer_closed on customer (closed_at)
  where closed_at is not null and reference <> 'closed-' || id::text;

-- What refers to a basket or its lines, whatever its state: deleting one looks here.
create index if not exists benefit_use_of_item on benefit_use (basket_item_id);
create index if not exists package_use_of_item on package_use (basket_item_id) where basket_item_id is not null;
create index if not exists basket_penalty_of_basket on basket_penalty (basket_id);
