-- Reports that take longer, or have more rows, than an answer may: a job makes a file of each, kept for some days.
create table report_file (
  id int generated always as identity primary key,
  operator_id int not null references operator,
  report text not null,
  from_day date not null,
  until_day date not null,
  -- What was chosen on the page besides the period.
  filters jsonb not null,
  -- Who asked for it or is sent it, and gets the mail.
  recipient_id int not null references customer on delete cascade,
  is_scheduled boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  created_at timestamptz not null,
  -- How often its making was begun: a process may have ended meanwhile.
  attempts int not null default 0,
  -- Of one that is ready.
  content text,
  row_count int,
  -- Why it failed.
  problem text check (problem in ('too_large', 'too_slow', 'fault')),
  check ((state = 'ready') = (content is not null and row_count is not null)),
  check ((state = 'failed') = (problem is not null))
);

create index report_file_waiting on report_file (id) where state = 'waiting';
create index report_file_of_operator on report_file (operator_id, report);
create index report_file_of_recipient on report_file (recipient_id);
create index report_file_age on report_file (created_at);
