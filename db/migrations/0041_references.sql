-- Whether only people who have logged in get prices by another customer's number.
alter table operator add column benefits_need_login boolean not null default true;

-- Who else uses a customer's number for a session.
create index if not exists basket_item_of_reference on basket_item (occurrence_id, upper(btrim(customer_reference)))
  where customer_reference is not null;
