-- Opens a basket whose payment came to nothing. What it still holds is kept for ten more minutes, no longer: the half
-- hour was for the bank. Two hours after a place was taken a further payment does not prolong it, or one that always
-- fails would hold it without end. A place that was taken from a waitlist offer is held as long as the offer was.
create or replace function reopen_basket(of_basket int, at_time timestamptz) returns boolean
language plpgsql as $$
declare
  guard text;
begin
  update basket b set status = 'open', updated_at = at_time where b.id = of_basket and b.status = 'paymentProcessing';
  if found then
    perform lock_places(array(
      select distinct h.occurrence_id from hold h where h.basket_id = of_basket and h.state = 'held'
    ));
    guard := open_reservation_guard();
    update hold h
      set held_until = greatest(
        least(at_time + make_interval(secs => greatest(600, op.basket_hold_seconds)),
          greatest(h.held_until, h.created_at + interval '2 hours')),
        -- take_over_offer gives the hold and the end of the entry the same time.
        (select max(w.offer_expires_at) from waitlist_entry w
          where w.person_id = h.person_id and w.occurrence_id = h.occurrence_id and w.state = 'taken'
            and w.ended_at = h.created_at))
      from basket b join operator op on op.id = b.operator_id
      where b.id = of_basket and h.basket_id = b.id and h.state = 'held' and h.held_until > at_time;
    guard := close_reservation_guard();
  end if;
  return true;
end
$$;

-- Gives a basket back to its owner who has turned away from the bank's question: the payment is abandoned (the driver
-- lets the money go) and the basket is open again, with ten more minutes for what is held. Called in the transaction
-- that changes the basket. false: a payment is in progress that cannot be abandoned now.
create or replace function abandon_challenge(of_basket int, at_time timestamptz) returns boolean
language plpgsql as $$
begin
  perform 1 from basket b where b.id = of_basket for no key update;
  perform move_payments((
    select jsonb_agg(jsonb_build_object('id', c.id, 'to', 'voiding', 'voidReason', 'abandoned', 'at', at_time,
        'nextAttemptAt', at_time))
      from (
        -- Locked, or an answer of the bank that comes meanwhile would be given up, too.
        select t.id from payment_transaction t where t.basket_id = of_basket and t.status = 'challenge'
          for no key update
      ) c
  ));
  if exists (
    select 1 from payment_transaction t
      where t.basket_id = of_basket and t.status in ('started', 'pending', 'authorised')
  ) then
    return false;
  end if;
  return reopen_basket(of_basket, at_time);
end
$$;
