-- The number of a closed account is in the normal form of numbers (0071): what the retention job looks for changes with it.
drop index customer_closed;
create index if not exists customer_closed_number on customer (closed_at)
  where closed_at is not null and reference <> 'CLOSED-' || id::text;
