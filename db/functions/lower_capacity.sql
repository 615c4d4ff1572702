-- Where more places are taken than the venue now wants to have, those that come free are not sold again. Functions that
-- end a hold to take its places anew name the occurrence (onside.retaking).
create or replace function lower_capacity() returns trigger
language plpgsql as $$
begin
  new.capacity := greatest(new.planned_capacity, new.places_taken);
  if new.capacity = new.planned_capacity then
    new.planned_capacity := null;
  end if;
  return new;
end
$$;

create or replace trigger capacity_lowered before update of places_taken on occurrence for each row
  when (new.planned_capacity is not null and new.places_taken < old.places_taken
    and current_setting('onside.retaking', true) is distinct from new.id::text)
  execute function lower_capacity();
