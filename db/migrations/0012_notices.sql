-- What is written to people. A row is made in the transaction of the business it tells of and sent by a job.

create table notice (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  kind text not null,
  -- What it is about: `order:70991`. One message of a kind about a thing, however often it is asked for.
  about text not null,
  recipient text not null,
  -- What the message is made of. Emptied once it has been sent.
  data jsonb not null,
  -- stored: written, and no mail server is set, so it stays in the outbox
  state text not null default 'waiting' check (state in ('waiting', 'stored', 'sent')),
  subject text,
  text_body text,
  html_body text,
  created_at timestamptz not null,
  settled_at timestamptz,
  unique (kind, about)
);

create index notice_newest on notice (created_at desc);

create table notice_attachment (
  notice_id int not null references notice on delete cascade,
  position int not null,
  file_name text not null,
  media_type text not null,
  content bytea not null,
  primary key (notice_id, position)
);
