-- What makes a venue usable for everybody: step-free entrance, hoists, hearing loops. Shown beside the amenities.
alter table venue add column accessibility text[] not null default '{}';
