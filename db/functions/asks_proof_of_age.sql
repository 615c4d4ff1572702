-- Whether somebody of a line shows at the desk how old they are: people of an age pay less for it than others pay for the
-- same sessions, at the prices of now or of any step, and the date of birth of one who takes part is not given.
create or replace function asks_proof_of_age(option_id int, born date, quantity int) returns boolean
language sql stable as $$
  select (born is null or quantity > 1) and exists (
    select 1
    from pricing_option p
    left join ticket_type t on t.id = p.ticket_type_id
    join pricing_option dearer on dearer.activity_id = p.activity_id and dearer.band = p.band and not dearer.withdrawn
    left join ticket_type u on u.id = dearer.ticket_type_id
    cross join lateral (
      select '-infinity'::date as day
      union all select s.from_day from price_step s where s.pricing_option_id in (p.id, dearer.id)
    ) at
    where p.id = option_id and coalesce(p.age_min, p.age_max, t.age_min, t.age_max) is not null
      and price_on(dearer.id, at.day) * coalesce(t.places, 1) > price_on(p.id, at.day) * coalesce(u.places, 1)
  )
$$;
