-- Messages.

create table notice (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  kind text not null,
  -- The event: `order:70991`. At most one notice of a kind per event.
  about text not null,
  recipient text not null,
  -- The facts from which it is rendered. Emptied once it has been sent.
  data jsonb not null,
  -- stored: rendered, and kept in the outbox because no mail server is configured
  -- dropped: never to be sent. Its address does not exist, or what it says was over before it could be sent.
  state text not null default 'waiting' check (state in ('waiting', 'stored', 'sent', 'dropped')),
  subject text,
  text_body text,
  html_body text,
  created_at timestamptz not null,
  settled_at timestamptz,
  unique (kind, about)
);

create index notice_newest on notice (created_at desc);
create index notice_waiting on notice (id) where state = 'waiting';
create index notice_dropped on notice (settled_at) where state = 'dropped';
create index notice_of_recipient on notice (lower(recipient));
-- What a customer may see of the messages about them is found by what each is about.
create index notice_subject on notice (split_part(about, ' ', 1) collate "C");

create table notice_attachment (
  notice_id int not null references notice on delete cascade,
  position int not null,
  file_name text not null,
  media_type text not null,
  content bytea not null,
  primary key (notice_id, position)
);
