-- The secret in a link that opens one order of a visitor in any browser. Only its digest is kept; each message has a
-- link of its own, and asking for a new one ends the earlier ones.
create table order_link (
  secret_digest bytea primary key,
  order_id int not null references customer_order on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index order_link_order on order_link (order_id);
create index order_link_end on order_link (expires_at);
