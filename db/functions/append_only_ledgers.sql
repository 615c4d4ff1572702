-- Books are added to, never changed.
create or replace function forbid_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'An entry of the ledger is never changed; make one that undoes it.';
end
$$;

create or replace trigger credit_entry_append_only before update or delete on credit_entry for each row
  execute function forbid_ledger_change();

create or replace trigger till_entry_append_only before delete or update of id, operator_id, venue_id, local_date, till_id, actor_id,
  at, tender_type, credit_type, amount, tendered, order_id, payment_id, booking_id
  on till_entry for each row execute function forbid_ledger_change();

create or replace trigger till_entry_reference_append_only before update of reference on till_entry for each row
  when (new.reference is not null or old.amount > 0) execute function forbid_ledger_change();
