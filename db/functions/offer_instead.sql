-- Offers of other sessions to those who had booked one that was called off.

-- Until when such an offer made now lasts: half the time that is left, at most a day, up to a whole minute.
create or replace function instead_expires_at(at_time timestamptz, closes_at timestamptz) returns timestamptz
language sql immutable as $$
  select least(closes_at, to_timestamp(ceil(extract(epoch from
    at_time + least(interval '24 hours', (closes_at - at_time) / 2)) / 60) * 60))
$$;

-- Whether a person has taken one of the places that they were offered instead of a session.
create or replace function has_taken_instead(of_occurrence int, person int) returns boolean
language plpgsql stable as $$
begin
  return of_occurrence is not null and exists (
    select 1 from waitlist_entry w
      where w.instead_of_id = of_occurrence and w.person_id = person and w.state = 'taken'
  );
end
$$;

-- Keeps places of the sessions that are offered instead of one that is called off for those who have booked it, first
-- come first served: as many as are free once all who wait there have theirs. The caller holds the locks of the sessions
-- and of their floor, and those who have booked still have their places of the one that is called off.
create or replace function offer_instead(called_off int, at_time timestamptz) returns void
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  offered record;
  booked record;
  new_entry int;
begin
  for offered in
    select o.id, a.kind = 'tickets' or a.allows_overlap as may_repeat,
      case when v.activities_v2_enabled then 'v2' else 'v1' end as form
      from call_off c cross join unnest(c.offers) with ordinality x (id, place)
      join occurrence o on o.id = x.id and o.status = 'scheduled'
      join activity a on a.id = o.activity_id and not a.withdrawn
      join venue v on v.id = o.venue_id and v.status = 'open'
      where c.occurrence_id = called_off and at_time < waitlist_closes_at(o.id)
      order by x.place
  loop
    perform promote_waitlist(offered.id, at_time);
    continue when exists (
      select 1 from waitlist_entry w where w.occurrence_id = offered.id and w.state = 'waiting'
    );
    for booked in
      select h.person_id, sum(h.places)::int as places from hold h
        where h.occurrence_id = called_off and h.state = 'confirmed' and h.person_id is not null
        group by h.person_id order by min(h.id)
    loop
      continue when check_availability(offered.id, null, booked.places, at_time) is not null
        or exists (
          select 1 from open_waitlist_entry w where w.occurrence_id = offered.id and w.person_id = booked.person_id
        )
        or not offered.may_repeat and (has_booked(booked.person_id, offered.id) or exists (
          select 1 from overlapping_holds(booked.person_id, offered.id, at_time) h
            where h.state = 'confirmed' and h.occurrence_id not in (offered.id, called_off)
        ));
      insert into waitlist_entry (occurrence_id, person_id, joined_by_id, id_form, places, joined_at, instead_of_id)
        values (offered.id, booked.person_id, booked.person_id, offered.form, booked.places, at_time, called_off)
        returning id into new_entry;
      perform make_offer(new_entry, null, at_time);
    end loop;
  end loop;
end
$$;
