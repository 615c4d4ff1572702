-- What each operator's open data is published under: its own setting, or where it was first published; null until then.
create or replace view open_data_site as
select op.id as operator_id, coalesce(nullif(op.open_data_site, ''), oi.site) as site, oi.since
from operator op left join openactive_identity oi on oi.operator_id = op.id;
