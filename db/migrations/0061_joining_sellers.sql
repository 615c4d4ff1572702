-- The member of staff who began a joining for a customer: what is paid for it stands in their takings.
alter table joining add column sold_by int references customer;
