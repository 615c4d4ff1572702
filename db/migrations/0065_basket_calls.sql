-- The calls that added tickets to a line, so that one whose answer was lost adds nothing when it is made again.
alter table basket_item add column added_by text[] not null default '{}';
