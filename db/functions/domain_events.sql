-- Records what has happened, in the transaction in which it does, with a delivery to each webhook that is told of it
-- (docs/decisions/0075-events-are-recorded-by-triggers.md). Nothing is written where there is none.
create or replace function record_event(of_operator int, happened_at timestamptz, event_type text, kind text, subject_id int,
  reference text, data jsonb) returns void
language plpgsql as $$
#variable_conflict use_variable
begin
  perform 1 from webhook w where w.operator_id = of_operator and w.state = 'on' and event_type = any(w.events);
  if not found then
    return;
  end if;
  with event as (
    insert into domain_event (operator_id, at, type, subject_kind, subject_id, reference, data)
      values (of_operator, happened_at, event_type, kind, subject_id, reference, data)
      returning id
  )
  insert into webhook_delivery (webhook_id, event_id, subject, due_at)
    select w.id, e.id, kind || ':' || subject_id, happened_at
      from webhook w cross join event e
      where w.operator_id = of_operator and w.state = 'on' and event_type = any(w.events)
      order by w.id;
end
$$;

-- An order that is to be paid at the venue is paid later.
create or replace function record_order_placed() returns trigger
language plpgsql as $$
begin
  if not exists (select 1 from order_payment y where y.order_id = new.id and y.tender_type = 'at_venue') then
    perform record_event(new.operator_id, new.placed_at, 'order.paid', 'order', new.id, new.reference,
      jsonb_build_object('status', new.status));
  end if;
  return null;
end
$$;

create or replace trigger event_of_order after insert on customer_order for each row
  execute function record_order_placed();

create or replace function record_order_collected() returns trigger
language plpgsql as $$
begin
  perform record_event(o.operator_id, new.paid_at, 'order.paid', 'order', o.id, o.reference,
    jsonb_build_object('status', o.status)) from customer_order o where o.id = new.order_id;
  return null;
end
$$;

create or replace trigger event_of_payment after update of tender_type on order_payment for each row
  when (old.tender_type = 'at_venue' and new.tender_type <> 'at_venue')
  execute function record_order_collected();

create or replace function record_order_refunded() returns trigger
language plpgsql as $$
begin
  perform record_event(o.operator_id, coalesce(new.settled_at, new.created_at), 'order.refunded', 'order', o.id, o.reference,
      jsonb_build_object('refund_id', new.id, 'booking_id', new.booking_id, 'to', new.destination))
    from customer_order o where o.id = new.order_id;
  return null;
end
$$;

create or replace trigger event_of_refund after insert on refund for each row
  when (new.status = 'done')
  execute function record_order_refunded();

create or replace trigger event_of_settled_refund after update of status on refund for each row
  when (old.status <> 'done' and new.status = 'done')
  execute function record_order_refunded();

create or replace function record_booking_event() returns trigger
language plpgsql as $$
declare
  facts jsonb := jsonb_build_object('order_id', new.order_id, 'session_id', new.occurrence_id, 'status', new.status);
  event_type text := 'booking.created';
  happened_at timestamptz := new.created_at;
begin
  if tg_op = 'UPDATE' then
    if old.occurrence_id <> new.occurrence_id then
      event_type := 'booking.moved';
      happened_at := coalesce(new.moved_at, now());
      facts := facts || jsonb_build_object('from_session_id', old.occurrence_id);
    else
      event_type := 'booking.cancelled';
      happened_at := coalesce(new.cancelled_at, now());
    end if;
  end if;
  perform record_event(o.operator_id, happened_at, event_type, 'booking', new.id, o.reference, facts)
    from customer_order o where o.id = new.order_id;
  return null;
end
$$;

create or replace trigger event_of_booking after insert on booking for each row
  execute function record_booking_event();

create or replace trigger event_of_changed_booking after update of occurrence_id, status on booking for each row
  when (old.occurrence_id <> new.occurrence_id
    or (old.status not in ('cancelled', 'cancelled_by_venue') and new.status in ('cancelled', 'cancelled_by_venue')))
  execute function record_booking_event();

create or replace function record_session_event(of_session occurrence, happened_at timestamptz, event_type text,
  facts jsonb) returns void
language plpgsql as $$
begin
  perform record_event(v.operator_id, happened_at, event_type, 'session', of_session.id, of_session.public_id,
      jsonb_build_object('venue_id', of_session.venue_id) || facts)
    from venue v where v.id = of_session.venue_id;
end
$$;

-- By staff: once it can be taken back no more.
create or replace function record_call_off_event() returns trigger
language plpgsql as $$
begin
  perform record_session_event(s, new.called_off_at, 'session.called_off', jsonb_build_object('status', s.status))
    from occurrence s where s.id = new.occurrence_id;
  return null;
end
$$;

create or replace trigger event_of_call_off after update of settled_at on call_off for each row
  when (old.settled_at is null and new.settled_at is not null)
  execute function record_call_off_event();

-- By the operator's files, which leave no minute to take it back.
create or replace function record_session_cancelled() returns trigger
language plpgsql as $$
begin
  if not exists (select 1 from call_off c where c.occurrence_id = new.id) then
    perform record_session_event(new, now(), 'session.called_off', jsonb_build_object('status', new.status));
  end if;
  return null;
end
$$;

create or replace trigger event_of_session after update of status on occurrence for each row
  when (old.status = 'scheduled' and new.status = 'cancelled')
  execute function record_session_cancelled();

create or replace function record_membership_event() returns trigger
language plpgsql as $$
begin
  perform record_event(new.operator_id, case when tg_op = 'INSERT' then new.created_at else now() end,
    case when new.status = 'ended' then 'membership.ended' else 'membership.started' end, 'membership', new.id,
    new.reference, jsonb_build_object('status', new.status, 'customer_id', new.payer_id, 'plan_id', new.plan_id));
  return null;
end
$$;

create or replace trigger event_of_membership after insert on membership for each row
  when (new.status = 'active')
  execute function record_membership_event();

-- One that is never paid for has neither started nor ended.
create or replace trigger event_of_changed_membership after update of status on membership for each row
  when ((new.status = 'active' and old.status in ('awaiting_payment', 'pending'))
    or (new.status = 'ended' and old.status in ('pending', 'active', 'frozen')))
  execute function record_membership_event();

create or replace function record_customer_event() returns trigger
language plpgsql as $$
begin
  perform record_event(new.operator_id, coalesce(new.closed_at, new.created_at),
    case when new.closed_at is null then 'customer.registered' else 'customer.closed' end, 'customer', new.id,
    case when new.closed_at is null then new.reference end, '{}');
  return null;
end
$$;

create or replace trigger event_of_customer after insert on customer for each row
  when (new.role = 'customer' and new.closed_at is null)
  execute function record_customer_event();

create or replace trigger event_of_closed_customer after update of closed_at on customer for each row
  when (old.closed_at is null and new.closed_at is not null)
  execute function record_customer_event();

-- Hires have no reference: they are known by their id.
create or replace function record_hire_event() returns trigger
language plpgsql as $$
begin
  perform record_event(r.operator_id, coalesce(new.ended_at, new.confirmed_at, new.created_at),
    case when new.state = 'confirmed' then 'hire.confirmed' else 'hire.ended' end, 'hire', new.id, null,
    jsonb_build_object('venue_id', new.venue_id, 'hirer_id', new.hirer_id, 'status', new.state))
    from hirer r where r.id = new.hirer_id;
  return null;
end
$$;

create or replace trigger event_of_hire after insert on hire for each row
  when (new.state = 'confirmed')
  execute function record_hire_event();

create or replace trigger event_of_changed_hire after update of state on hire for each row
  when (old.state is distinct from new.state and (new.state = 'ended' or (old.state = 'provisional' and new.state = 'confirmed')))
  execute function record_hire_event();

create or replace function record_attendance_event() returns trigger
language plpgsql as $$
begin
  perform record_event(o.operator_id, coalesce(new.attendance_at, now()), 'booking.' || new.status, 'booking', new.id, o.reference,
      jsonb_build_object('order_id', new.order_id, 'session_id', new.occurrence_id, 'status', new.status))
    from customer_order o where o.id = new.order_id;
  return null;
end
$$;

create or replace trigger event_of_attendance after update of status on booking for each row
  when (old.status <> new.status and new.status in ('attended', 'not_attended'))
  execute function record_attendance_event();

create or replace function record_freeze_event() returns trigger
language plpgsql as $$
begin
  perform record_event(new.operator_id, now(), 'membership.frozen', 'membership', new.id, new.reference,
    jsonb_build_object('status', new.status, 'from', new.frozen_from, 'until', new.frozen_until));
  return null;
end
$$;

create or replace trigger event_of_freeze after update of frozen_from on membership for each row
  when (new.frozen_from is not null and old.frozen_from is distinct from new.frozen_from)
  execute function record_freeze_event();

-- The first time that a payment of a period fails, and once no more is tried.
create or replace function record_payment_failed() returns trigger
language plpgsql as $$
begin
  perform record_event(m.operator_id, now(), 'membership.payment_failed', 'membership', m.id, m.reference,
      jsonb_build_object('collection_id', new.id, 'reason', new.reason,
        'tried_again_on', case when new.state <> 'failed' then new.due_on end))
    from membership m where m.id = new.membership_id;
  return null;
end
$$;

create or replace trigger event_of_failed_payment after update of state, reason on membership_collection for each row
  when (new.reason is not null and (old.reason is null or (new.state = 'failed' and old.state <> 'failed')))
  execute function record_payment_failed();

create or replace function record_waitlist_event() returns trigger
language plpgsql as $$
begin
  perform record_event(v.operator_id, new.at,
      'waitlist.' || case new.what when 'lapsed' then 'passed' else new.what end, 'waitlist', w.id, null,
      jsonb_build_object('session_id', w.occurrence_id, 'status', w.state))
    from waitlist_entry w join occurrence s on s.id = w.occurrence_id join venue v on v.id = s.venue_id
    where w.id = new.entry_id;
  return null;
end
$$;

create or replace trigger event_of_waitlist after insert on waitlist_event for each row
  when (new.what in ('joined', 'offered', 'passed', 'lapsed'))
  execute function record_waitlist_event();

create or replace function record_till_closed() returns trigger
language plpgsql as $$
begin
  perform record_event(v.operator_id, new.closed_at, 'till.closed', 'till', new.till_id, 'Z ' || new.z_number,
      jsonb_build_object('venue_id', v.id, 'z_number', new.z_number))
    from till t join venue v on v.id = t.venue_id where t.id = new.till_id;
  return null;
end
$$;

create or replace trigger event_of_closed_till after update of closed_at on till_session for each row
  when (old.closed_at is null and new.closed_at is not null)
  execute function record_till_closed();

-- Many at once: a day's sessions are made by one statement.
create or replace function record_sessions_added() returns trigger
language plpgsql as $$
begin
  perform record_event(v.operator_id, now(), 'session.added', 'session', n.id, n.public_id,
      jsonb_build_object('venue_id', n.venue_id, 'activity_id', n.activity_id, 'starts_at', n.starts_at))
    from added n join venue v on v.id = n.venue_id
    where n.status = 'scheduled'
      and exists (select 1 from webhook w
        where w.operator_id = v.operator_id and w.state = 'on' and 'session.added' = any(w.events))
    order by n.id;
  return null;
end
$$;

create or replace trigger event_of_new_session after insert on occurrence
  referencing new table as added for each statement execute function record_sessions_added();

create or replace function record_session_changed() returns trigger
language plpgsql as $$
begin
  perform record_session_event(new, now(), 'session.changed',
    jsonb_build_object('starts_at', new.starts_at, 'ends_at', new.ends_at, 'location_id', new.location_id,
      'capacity', new.capacity));
  return null;
end
$$;

create or replace trigger event_of_changed_session
  after update of starts_at, ends_at, location_id, name, capacity, instructor_ids, meeting_point, join_link on occurrence
  for each row
  when (new.status = 'scheduled'
    and (old.starts_at, old.ends_at, old.location_id, old.name, old.capacity, old.instructor_ids, old.meeting_point,
        old.join_link)
      is distinct from (new.starts_at, new.ends_at, new.location_id, new.name, new.capacity, new.instructor_ids,
        new.meeting_point, new.join_link))
  execute function record_session_changed();

-- Places in baskets count as taken, as they do for people who look for one.
create or replace function record_session_places() returns trigger
language plpgsql as $$
begin
  perform record_session_event(new, now(),
    case when new.places_taken >= new.capacity then 'session.full' else 'session.has_places' end,
    jsonb_build_object('capacity', new.capacity, 'taken', new.places_taken));
  return null;
end
$$;

create or replace trigger event_of_places after update of places_taken, capacity on occurrence for each row
  when (new.status = 'scheduled' and (old.places_taken >= old.capacity) <> (new.places_taken >= new.capacity))
  execute function record_session_places();

-- What undoes a publication is told as the end of that one.
create or replace function record_publication() returns trigger
language plpgsql as $$
begin
  perform record_event(new.operator_id, new.published_at,
    case when new.undoes_id is null then 'publication.published' else 'publication.undone' end, 'publication',
    coalesce(new.undoes_id, new.id), null,
    jsonb_build_object('draft_id', new.draft_id, 'undone_by', case when new.undoes_id is not null then new.id end));
  return null;
end
$$;

create or replace trigger event_of_publication after insert on publication for each row
  execute function record_publication();

create or replace function record_import_done() returns trigger
language plpgsql as $$
begin
  perform record_event(new.id, now(), 'import.done', 'operator', new.id, null, '{}');
  return null;
end
$$;

create or replace trigger event_of_import after update of imported_digest on operator for each row
  when (new.imported_digest is not null and old.imported_digest is distinct from new.imported_digest)
  execute function record_import_done();

create or replace function record_rehearsal_done() returns trigger
language plpgsql as $$
begin
  perform record_event(new.operator_id, new.ended_at, 'rehearsal.done', 'rehearsal', new.id, null,
    jsonb_build_object('status', new.state, 'verdict', new.report ->> 'verdict', 'problem', new.problem));
  return null;
end
$$;

create or replace trigger event_of_rehearsal after update of ended_at on rehearsal for each row
  when (old.ended_at is null and new.ended_at is not null)
  execute function record_rehearsal_done();
