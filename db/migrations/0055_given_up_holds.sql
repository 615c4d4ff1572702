-- How long places of an occurrence were held without being booked (server/baskets/limits).
create index hold_given_up on hold (occurrence_id, ended_at) where state in ('released', 'expired');
