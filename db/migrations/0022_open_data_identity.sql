-- What open data is called by and what it says of the operator (docs/openactive.md).

-- The address open data is published under, whatever addresses a node is started with; '' is the first one used.
alter table operator add column open_data_site text not null default '';
-- Where those who use the data ask and report, as the standard's data set page has it.
alter table operator add column open_data_discussion text not null default '';
alter table operator add column phone text not null default '';
alter table operator add column email text not null default '';
-- Its pages elsewhere.
alter table operator add column same_as text[] not null default '{}';

-- County or metropolitan area: the region of the postal address.
alter table venue add column region text not null default '';

-- What a tag says to programs besides its name.
alter table tag add column means text not null default '' check (means in ('', 'level', 'women_only', 'men_only'));

-- The address an operator's items were first published under, and since when.
create table openactive_identity (
  operator_id int primary key references operator,
  site text not null,
  since timestamptz not null
);

-- How items are written. When a release writes them otherwise it writes all of them again, once, whatever addresses
-- its nodes have. `written_by` is read by the release before.
alter table openactive_state add column format int not null default 0;

insert into openactive_identity (operator_id, site, since)
select o.id, split_part(s.written_by, ' ', 2), now() from operator o, openactive_state s
where split_part(s.written_by, ' ', 2) <> '';
