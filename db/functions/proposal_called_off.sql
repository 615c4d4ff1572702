-- Whether a session that a booking partner has asked for does not take place.
create or replace function is_proposal_called_off(of_partner_order int) returns boolean
language sql stable as $$
  select exists (
    select 1 from partner_order po
      join basket_item i on i.basket_id = po.basket_id and i.removed_at is null
      join occurrence o on o.id = i.occurrence_id and o.status <> 'scheduled' and not is_call_off_pending(o.id)
      where po.id = of_partner_order
  )
$$;
