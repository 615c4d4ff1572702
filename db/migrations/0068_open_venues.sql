-- The data set pages of the open data count an operator's open venues, of which there may be thousands.
create index venue_open on venue (operator_id) where status = 'open';
