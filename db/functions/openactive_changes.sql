-- Notes what the open data feeds may have to show differently (docs/decisions/0018-feeds-written-by-one.md).

-- A statement that changes more rows than this is published behind single changes. A batch of baskets changes fewer.
create or replace function openactive_bulk_rows() returns int
language sql immutable parallel safe as 'select 200';

create or replace function record_occurrence_change() returns trigger
language plpgsql as $$
declare
  rows_changed int;
begin
  select count(*) into rows_changed from changed;
  insert into openactive_change (occurrence_id, bulk)
    select c.id, rows_changed > openactive_bulk_rows() from changed c;
  return null;
end
$$;

create or replace trigger openactive_created after insert on occurrence
  referencing new table as changed for each statement execute function record_occurrence_change();

create or replace trigger openactive_changed after update on occurrence
  referencing new table as changed for each statement execute function record_occurrence_change();

create or replace trigger openactive_deleted after delete on occurrence
  referencing old table as changed for each statement execute function record_occurrence_change();

-- A session that staff call off is shown as off once that can no longer be taken back.
create or replace function record_call_off_settled() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (occurrence_id) values (new.occurrence_id);
  return null;
end
$$;

create or replace trigger openactive_settled after update of settled_at on call_off for each row
  execute function record_call_off_settled();

-- A court is not to be had while other things stand on its floor.
create or replace function record_floor_change() returns trigger
language plpgsql as $$
declare
  rows_changed int;
begin
  select count(*) into rows_changed from changed;
  insert into openactive_change (space_id, during, bulk)
    select c.space_id, c.during, rows_changed > openactive_bulk_rows() from changed c;
  return null;
end
$$;

create or replace trigger openactive_claimed after insert on space_claim
  referencing new table as changed for each statement execute function record_floor_change();

create or replace trigger openactive_released after delete on space_claim
  referencing old table as changed for each statement execute function record_floor_change();

-- The catalogue changes seldom, so a row at a time will do.
create or replace function record_series_change() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (series_id) values (case tg_op when 'DELETE' then old.id else new.id end);
  return null;
end
$$;

create or replace trigger openactive_created_or_deleted after insert or delete on series for each row execute function record_series_change();

create or replace trigger openactive_changed after update on series for each row
  when (old is distinct from new) execute function record_series_change();

create or replace function record_activity_change() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (activity_id) values (case tg_op when 'DELETE' then old.id else new.id end);
  return null;
end
$$;

create or replace trigger openactive_created_or_deleted after insert or delete on activity for each row execute function record_activity_change();

create or replace trigger openactive_changed after update on activity for each row
  when (old is distinct from new) execute function record_activity_change();

-- What belongs to an activity: its prices, its kinds of tickets, where it takes place.
create or replace function record_activity_part_change() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (activity_id)
    values (case tg_op when 'DELETE' then old.activity_id else new.activity_id end);
  return null;
end
$$;

create or replace trigger openactive_created_or_deleted after insert or delete on pricing_option
  for each row execute function record_activity_part_change();

create or replace trigger openactive_changed after update on pricing_option for each row
  when (old is distinct from new) execute function record_activity_part_change();

create or replace trigger openactive_created_or_deleted after insert or delete on ticket_type for each row execute function record_activity_part_change();

create or replace trigger openactive_changed after update on ticket_type for each row
  when (old is distinct from new) execute function record_activity_part_change();

create or replace trigger openactive_created_or_deleted after insert or delete on activity_location
  for each row execute function record_activity_part_change();

create or replace trigger openactive_created_or_deleted after insert or delete on activity_restriction
  for each row execute function record_activity_part_change();

create or replace trigger openactive_changed after insert or update on question for each row
  when (new.activity_id is not null) execute function record_activity_part_change();

-- A price that begins on a day: when it is set, and when its day has come.
create or replace function record_price_step_change() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (activity_id) select p.activity_id from pricing_option p
    where p.id = case tg_op when 'DELETE' then old.pricing_option_id else new.pricing_option_id end;
  return null;
end
$$;

create or replace trigger openactive_created_or_deleted after insert or delete on price_step
  for each row execute function record_price_step_change();

create or replace trigger openactive_changed after update on price_step for each row
  when ((old.price, old.has_begun) is distinct from (new.price, new.has_begun))
  execute function record_price_step_change();

create or replace function record_venue_part_change() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (venue_id)
    values (case tg_op when 'DELETE' then old.venue_id else new.venue_id end);
  return null;
end
$$;

create or replace trigger openactive_changed after update on location for each row
  when (old is distinct from new) execute function record_venue_part_change();

create or replace function record_floor_plan_change() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (venue_id) select l.venue_id from location l
    where l.id = case tg_op when 'DELETE' then old.location_id else new.location_id end;
  return null;
end
$$;

create or replace trigger openactive_created_or_deleted after insert or delete on location_space
  for each row execute function record_floor_plan_change();

create or replace function record_venue_change() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (venue_id) values (new.id);
  return null;
end
$$;

-- That its sessions were made for another day changes nothing that is displayed.
create or replace trigger openactive_changed after update on venue for each row
  when (to_jsonb(old) - 'planned_on' is distinct from to_jsonb(new) - 'planned_on') execute function record_venue_change();

create or replace function record_operator_change() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (venue_id) select v.id from venue v where v.operator_id = new.id;
  return null;
end
$$;

create or replace trigger openactive_changed after update on operator for each row
  when ((old.slug, old.name, old.currency_symbol, old.open_data_site, old.phone, old.email, old.same_as, old.prices_by, old.legal_name,
      old.vat_number, old.open_booking, old.tax_mode, old.booking_terms_url)
    is distinct from (new.slug, new.name, new.currency_symbol, new.open_data_site, new.phone, new.email, new.same_as,
      new.prices_by, new.legal_name, new.vat_number, new.open_booking, new.tax_mode, new.booking_terms_url))
  execute function record_operator_change();

create or replace function record_tag_change() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (venue_id) select v.id from venue v where v.operator_id = new.operator_id;
  return null;
end
$$;

create or replace trigger openactive_changed after update on tag for each row
  when ((old.name, old.means) is distinct from (new.name, new.means)) execute function record_tag_change();
