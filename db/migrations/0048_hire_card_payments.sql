-- Invoices of hires are paid by card on the page of the hirer's link.

-- An invoice that is paid for has a basket of its own, so that checkout has it paid for once at a time.
create table hire_invoice_basket (
  invoice_id int primary key references hire_invoice,
  basket_id int not null unique references basket
);

alter table basket drop constraint basket_source_check;
alter table basket add constraint basket_source_check check (source in ('activity-booking', 'online-joining',
  'booking-move', 'hire-invoice', 'front-of-house', 'open-booking')) not valid;

-- An invoice that was paid for is no order.
alter table payment_transaction drop constraint payment_transaction_check1;
alter table payment_transaction add constraint payment_completes_order check (
  (order_id is not null) = (status = 'completed' and agreement->>'source' is distinct from 'hire-invoice')) not valid;

alter table hire_payment drop constraint hire_payment_tender_type_check;
alter table hire_payment add constraint hire_payment_tender_type_check
  check (tender_type in ('transfer', 'card_terminal', 'cash', 'cheque', 'card')) not valid;
alter table hire_payment add column transaction_id int unique references payment_transaction;
alter table hire_payment add constraint hire_payment_by_card
  check ((tender_type = 'card') = (transaction_id is not null)) not valid;
-- The bank let the money go before it was taken: what it was for is owed again.
alter table hire_payment add column failed_at timestamptz;
alter table hire_payment add constraint hire_payment_failed check (failed_at is null or transaction_id is not null) not valid;
