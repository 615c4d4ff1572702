-- An invoice is paid in parts: what of each payment is for which line.
create table hire_payment_share (
  payment_id int not null references hire_payment,
  invoice_id int not null,
  position int not null,
  foreign key (invoice_id, position) references hire_invoice_line,
  primary key (payment_id, invoice_id, position),
  -- With VAT; less than 0 of a credit note, and where a deposit is taken off.
  amount int not null check (amount <> 0)
);

create index hire_payment_share_of_line on hire_payment_share (invoice_id, position);

insert into hire_payment_share (payment_id, invoice_id, position, amount)
select payment_id, invoice_id, position, amount from hire_invoice_line where payment_id is not null;

-- A basket pays once: the next part has another one, and payments of earlier ones still find their invoice.
alter table hire_invoice_basket drop constraint hire_invoice_basket_pkey;
alter table hire_invoice_basket add column is_current boolean not null default true;
create unique index hire_invoice_basket_current on hire_invoice_basket (invoice_id) where is_current;
create index hire_invoice_basket_of_invoice on hire_invoice_basket (invoice_id);
alter table hire_invoice_basket add primary key (basket_id);
alter table hire_invoice_basket drop constraint hire_invoice_basket_basket_id_key;
