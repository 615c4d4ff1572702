-- Locks all that a set of occurrences needs, always in the same order: occurrences, then their floor. A counter
-- changes only under the lock of its occurrence, a claim of a hold only under the lock of its space, so that calls
-- that take, renew or free never wait for each other in a ring. Then the waitlist ranges of people who wait there, so
-- that two occurrences of a range are not offered at once. The locks taken before these, also in this order: baskets,
-- then people.
create or replace function lock_places(occurrence_ids int[]) returns void
language plpgsql as $$
begin
  perform 1 from occurrence o where o.id = any(occurrence_ids) order by o.id for no key update;
  perform 1 from space s
    where s.id in (
      select ls.space_id from occurrence o
        join activity a on a.id = o.activity_id and a.kind = 'courts'
        join location_space ls on ls.location_id = o.location_id
        where o.id = any(occurrence_ids)
    )
    order by s.id for no key update;
  perform 1 from waitlist_range r
    where r.id in (
      select w.range_id from open_waitlist_entry w
        where w.occurrence_id = any(occurrence_ids) and w.range_id is not null
    )
    order by r.id for no key update;
end
$$;
