-- Messages to many that are news: for those who agreed to them. Many of them wait for a second person.
alter table broadcast
  add column kind text not null default 'service' check (kind in ('service', 'news')),
  add column approved_by int references customer on delete set null,
  add column approved_at timestamptz,
  drop constraint broadcast_state_check,
  add constraint broadcast_state_check
    check (state in ('awaiting_approval', 'queued', 'sending', 'sent', 'stopped'));

create index broadcast_approved_by on broadcast (approved_by) where approved_by is not null;

-- link: by the link out of a piece of news.
alter table consent_event
  drop constraint consent_event_how_check,
  add constraint consent_event_how_check check (how in ('registering', 'details', 'desk', 'import', 'link'));

-- What signs the links out of news of an operator. Whoever has it can stop the news of its customers, and nothing else.
create table news_key (
  operator_id int primary key references operator,
  secret bytea not null check (length(secret) = 32),
  created_at timestamptz not null
);
