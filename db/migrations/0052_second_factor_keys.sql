-- The key that the secret is encrypted with; null: none.
alter table second_factor add column key_id text;
