-- The first of many customers with a name, in the order of the name (server/customers/desk). All letters compare by their
-- code, so that a range is a prefix in every locale.
create index if not exists customer_last_name
  on customer (operator_id, lower(last_name) collate "C", lower(first_name) collate "C")
  where role = 'customer' and closed_at is null;
create index if not exists customer_first_name
  on customer (operator_id, lower(first_name) collate "C", lower(last_name) collate "C")
  where role = 'customer' and closed_at is null;
