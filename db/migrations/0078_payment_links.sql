-- The secret in a link that shows how a payment stands, in any browser. Only its digest is kept; each message has a link
-- of its own.
create table payment_link (
  secret_digest bytea primary key,
  transaction_id int not null references payment_transaction on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index payment_link_transaction on payment_link (transaction_id);
create index payment_link_end on payment_link (expires_at);

-- A bank that did not answer in time is not a payer who turned away from its question.
alter table payment_transaction drop constraint payment_transaction_void_reason_check;
alter table payment_transaction add constraint payment_transaction_void_reason_check
  check (void_reason in ('place_lost', 'abandoned', 'unanswered')) not valid;
