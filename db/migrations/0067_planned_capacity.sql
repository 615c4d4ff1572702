-- The capacity that the programme wants, while more places than that are taken; null while `capacity` is what it wants.
-- Places that come free go until then (lower_capacity).
alter table occurrence add column planned_capacity int;
