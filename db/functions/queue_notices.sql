-- Stores messages, once for each kind and event, with the job that sends each: a list of {"operatorId", "kind", "about",
-- "recipient", "data", "afterCalls"}.
create or replace function queue_notices(notices jsonb, job_kind text, at_time timestamptz) returns void
language sql as $$
  with requested as (
    select * from jsonb_to_recordset(notices)
      as n("operatorId" int, kind text, about text, recipient text, data jsonb, "afterCalls" boolean)
  ), stored as (
    insert into notice (operator_id, kind, about, recipient, data, created_at)
      select "operatorId", kind, about, recipient, data, at_time from requested
      on conflict (kind, about) do nothing
      returning id, kind, about
  )
  insert into job (kind, payload, unique_key, due_at, after_calls)
    select job_kind, jsonb_build_object('id', s.id), s.id::text, at_time, coalesce(r."afterCalls", false)
    from stored s join requested r using (kind, about)
    on conflict (kind, unique_key) where unique_key is not null and done_at is null and failed_at is null do nothing
$$;
