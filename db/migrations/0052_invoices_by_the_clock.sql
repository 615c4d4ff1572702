-- When a hire is invoiced: each month or for the whole term by the clock, or by staff. What is let already goes on as it was.
alter table hire add column invoicing text not null default 'by_hand';
alter table hire add constraint hire_invoicing_check check (invoicing in ('monthly', 'term', 'by_hand')) not valid;
