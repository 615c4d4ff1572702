-- What a customer may see of the messages about them is found by what each is about, and their payments by person.
create index if not exists notice_subject on notice (split_part(about, ' ', 1) collate "C");
create index if not exists payment_of_customer on payment_transaction (customer_id) where customer_id is not null;
