-- Holds, claims of floor and the counter of an occurrence are written by the functions of the reservation core alone.
-- Each opens the guard around its writes; the setting ends with the transaction and with a rolled back savepoint. A
-- setting of a function (create function … set) would do the same but needs a superuser.
create or replace function open_reservation_guard() returns text
language sql as $$ select set_config('onside.reservation', 'open', true) $$;

create or replace function close_reservation_guard() returns text
language sql as $$ select set_config('onside.reservation', 'closed', true) $$;

create or replace function forbid_direct_reservation_write() returns trigger
language plpgsql as $$
begin
  raise exception 'Table % is written by the functions of db/functions alone.', tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

create or replace trigger hold_direct_write before insert or update or delete on hold for each row
  when (current_setting('onside.reservation', true) is distinct from 'open')
  execute function forbid_direct_reservation_write();
create or replace trigger space_claim_direct_write before insert or update or delete on space_claim for each row
  when (current_setting('onside.reservation', true) is distinct from 'open')
  execute function forbid_direct_reservation_write();
create or replace trigger occurrence_direct_insert before insert on occurrence for each row
  when (new.places_taken <> 0 and current_setting('onside.reservation', true) is distinct from 'open')
  execute function forbid_direct_reservation_write();
create or replace trigger occurrence_direct_update before update of places_taken on occurrence for each row
  when (current_setting('onside.reservation', true) is distinct from 'open')
  execute function forbid_direct_reservation_write();
