-- The versions of the rows of a basket, its lines and their holds: the same as before when none has been written since.
create or replace function basket_version(of_basket int) returns text
language sql stable as $$
  select b.xmin::text || coalesce((
      select string_agg(format(' %s:%s:%s', bi.id, bi.xmin, h.xmin), '' order by bi.id)
      from basket_item bi join hold h on h.id = bi.hold_id
      where bi.basket_id = b.id and bi.removed_at is null
    ), '')
  from basket b where b.id = of_basket
$$;
