-- A job that goes after customers' calls while many are in progress (server/platform/queue.ts).
alter table job add column if not exists after_calls boolean not null default false;
