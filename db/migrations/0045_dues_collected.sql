-- Who has taken at the desk what was to be paid at the venue (docs/openactive.md), and when.
alter table order_payment add column collected_at timestamptz;
alter table order_payment add column collected_by int references customer on delete set null;
