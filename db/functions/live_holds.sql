-- Holds that take places away at an instant: confirmed ones, and held ones whose time is not up. A held one past its
-- time counts as free, whether the sweeper has ended it or not. Inlined into the calling query, so the indexes of
-- `hold` apply. The instant is a parameter because the application's clock decides, not the database's.
create or replace function live_holds(at_time timestamptz) returns setof hold
language sql stable as $$
  select h.* from hold h where h.state = 'confirmed' or (h.state = 'held' and h.held_until > at_time)
$$;
