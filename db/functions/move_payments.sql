-- What may follow a state of a payment. While the bank decides, the same state may follow: it was asked once more.
create or replace function may_payment_become(was text, becomes text) returns boolean
language sql immutable as $$
  select becomes = any(case was
    when 'started' then array['challenge', 'pending', 'authorised', 'failed', 'aborted', 'voiding']
    when 'challenge' then array['challenge', 'pending', 'authorised', 'failed', 'aborted', 'voiding']
    when 'pending' then array['challenge', 'pending', 'authorised', 'failed', 'aborted', 'voiding']
    when 'authorised' then array['completed', 'voiding']
    when 'voiding' then array['voided', 'aborted', 'refunded']
    else array[]::text[]
  end)
$$;

-- Moves payments to other states, the only statement that does: a list of {"id", "to", "at", "nextAttemptAt"}, with
-- "voidReason", "lostItems", "orderId", "authorisedAt" or "capturedAt" where they come with the state. Answers the
-- payments that have moved; one that may not become what is wanted stays as it is. Rows are locked by id, so that two
-- calls never wait for each other in a ring. The caller holds the lock of the basket where the basket changes as well.
create or replace function move_payments(moves jsonb) returns setof int
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  return query with wanted as materialized (
    select distinct on (m.id) m.* from jsonb_to_recordset(moves) as m(id int, "to" text, at timestamptz,
        "nextAttemptAt" timestamptz, "voidReason" text, "lostItems" text[], "orderId" int, "authorisedAt" timestamptz,
        "capturedAt" timestamptz)
      order by m.id, m.at
  ), locked as materialized (
    select t.id from payment_transaction t where t.id in (select w.id from wanted w) order by t.id for no key update
  )
  update payment_transaction t
    set status = w."to", next_attempt_at = w."nextAttemptAt", attempts = 0, updated_at = w.at,
      void_reason = coalesce(w."voidReason", t.void_reason), lost_items = coalesce(w."lostItems", t.lost_items),
      order_id = coalesce(w."orderId", t.order_id), authorised_at = coalesce(w."authorisedAt", t.authorised_at),
      captured_at = coalesce(w."capturedAt", t.captured_at)
    from locked join wanted w on w.id = locked.id
    where t.id = w.id and may_payment_become(t.status, w."to")
    returning t.id;
end
$$;
