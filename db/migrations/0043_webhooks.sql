-- Programs of the operator that are told what has happened.
create table webhook (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  address text not null,
  -- contract/eventTypes.ts
  events text[] not null check (cardinality(events) > 0),
  state text not null default 'on' check (state in ('on', 'off')),
  -- null: by staff
  off_because text check (off_because in ('gone', 'failing')),
  failing_since timestamptz,
  -- What signs each delivery, encrypted by the key of that name (server/platform/secretKeys.ts).
  secret bytea not null,
  secret_key_id text,
  -- The one before signs as well until then.
  previous_secret bytea,
  previous_secret_key_id text,
  previous_until timestamptz,
  -- Who hears when it is switched off.
  created_by int not null references customer,
  created_at timestamptz not null
);

create index webhook_of_operator on webhook (operator_id);

-- What has happened, where a webhook is told of it (db/functions/domain_events.sql).
create table domain_event (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  at timestamptz not null,
  type text not null,
  subject_kind text not null,
  subject_id int not null,
  reference text,
  -- Ids and states; no names.
  data jsonb not null default '{}'
);

create index domain_event_by_time on domain_event (at);

create table webhook_delivery (
  id int generated always as identity primary key,
  webhook_id int not null references webhook,
  event_id int not null references domain_event on delete cascade,
  -- What is about one subject goes out in order.
  subject text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  due_at timestamptz not null,
  locked_until timestamptz,
  attempts int not null default 0,
  last_at timestamptz,
  -- Of the last attempt: what was answered, or why nothing was.
  status int,
  answer text,
  problem text check (problem in ('address_not_allowed', 'timed_out', 'no_answer'))
);

create index webhook_delivery_waiting on webhook_delivery (webhook_id, id) where state = 'waiting';
create index webhook_delivery_of_subject on webhook_delivery (webhook_id, subject, id) where state = 'waiting';
create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, id);
create index webhook_delivery_of_event on webhook_delivery (event_id);
