-- Card payments that the cardholder has disputed with the bank (chargebacks), by the card company's name for each.
create table dispute (
  id int generated always as identity primary key,
  reference text not null unique,
  order_id int not null references customer_order on delete cascade,
  amount int not null check (amount > 0),
  status text not null check (status in ('open', 'won', 'lost')),
  opened_at timestamptz not null,
  closed_at timestamptz
);

create index dispute_of_order on dispute (order_id);

-- Credit that a disputed payment was refunded as is set aside until the dispute is closed.
alter table credit_movement drop constraint credit_movement_kind_check;
alter table credit_movement add constraint credit_movement_kind_check
  check (kind in ('grant', 'reserve', 'give_back', 'spend', 'refund', 'expire', 'freeze', 'unfreeze')) not valid;
alter table credit_entry drop constraint credit_entry_account_check;
alter table credit_entry add constraint credit_entry_account_check
  check (account in ('available', 'reserved', 'grants', 'refunds', 'sales', 'expired', 'frozen')) not valid;
