-- Open data (docs/openactive.md): what the feeds show, and what has changed since they were last written.
-- docs/decisions/0018-feeds-written-by-one.md says why it is done this way.

-- What a feed has to say of one thing, ready to be sent. Written by one publisher at a time, each time with a greater
-- `modified` than ever before, so that items appear in the order in which they are read.
create table openactive_item (
  -- facility-use:101, slot:4400001, session-series:7, scheduled-session:4400002
  id text collate "C" primary key,
  operator_id int not null references operator,
  feed text not null check (feed in ('facility-uses', 'slots', 'session-series', 'scheduled-sessions')),
  -- The activity, series or occurrence it is about.
  subject_id int not null,
  -- Unix seconds. null: not public yet, looked at again when it is due.
  modified bigint,
  -- null: deleted, or not public yet
  data text,
  -- When to look at it again: it becomes public, it is over, it has been deleted for long enough.
  due_at timestamptz,
  check (data is null or modified is not null)
);

create index openactive_page on openactive_item (operator_id, feed, modified, id) where modified is not null;
create index openactive_due on openactive_item (due_at) where due_at is not null;

-- What may look different now. Written in the transaction that changes it, without an index, a lock or a foreign key,
-- so that taking places hardly notices; taken out by the publisher, who sees only what has been committed.
create table openactive_change (
  occurrence_id int,
  series_id int,
  activity_id int,
  venue_id int,
  -- Floor that was taken or given up for a time.
  space_id int,
  during tstzrange,
  check (num_nonnulls(occurrence_id, series_id, activity_id, venue_id, space_id) = 1)
);

-- One row: who publishes holds its lock.
create table openactive_state (
  one boolean primary key default true check (one),
  last_modified bigint not null default 0,
  -- What wrote the items: another address of the site, or another version of the writing, writes them all anew.
  written_by text not null default ''
);

create function note_occurrences() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (occurrence_id) select c.id from changed c;
  return null;
end
$$;

create trigger openactive_made after insert on occurrence
  referencing new table as changed for each statement execute function note_occurrences();
create trigger openactive_changed after update on occurrence
  referencing new table as changed for each statement execute function note_occurrences();
create trigger openactive_gone after delete on occurrence
  referencing old table as changed for each statement execute function note_occurrences();

-- A court is not to be had while other things stand on its floor.
create function note_floor() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (space_id, during) select c.space_id, c.during from changed c;
  return null;
end
$$;

create trigger openactive_taken after insert on space_claim
  referencing new table as changed for each statement execute function note_floor();
create trigger openactive_freed after delete on space_claim
  referencing old table as changed for each statement execute function note_floor();

-- The catalogue changes seldom, so a row at a time will do.
create function note_series() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (series_id) values (case tg_op when 'DELETE' then old.id else new.id end);
  return null;
end
$$;

create trigger openactive_new after insert or delete on series for each row execute function note_series();
create trigger openactive_changed after update on series for each row
  when (old is distinct from new) execute function note_series();

create function note_activity() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (activity_id) values (case tg_op when 'DELETE' then old.id else new.id end);
  return null;
end
$$;

create trigger openactive_new after insert or delete on activity for each row execute function note_activity();
create trigger openactive_changed after update on activity for each row
  when (old is distinct from new) execute function note_activity();

-- What belongs to an activity: its prices, its kinds of tickets, where it takes place.
create function note_of_activity() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (activity_id)
    values (case tg_op when 'DELETE' then old.activity_id else new.activity_id end);
  return null;
end
$$;

create trigger openactive_new after insert or delete on pricing_option
  for each row execute function note_of_activity();
create trigger openactive_changed after update on pricing_option for each row
  when (old is distinct from new) execute function note_of_activity();
create trigger openactive_new after insert or delete on ticket_type for each row execute function note_of_activity();
create trigger openactive_changed after update on ticket_type for each row
  when (old is distinct from new) execute function note_of_activity();
create trigger openactive_new after insert or delete on activity_location
  for each row execute function note_of_activity();

create function note_of_venue() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (venue_id)
    values (case tg_op when 'DELETE' then old.venue_id else new.venue_id end);
  return null;
end
$$;

create trigger openactive_changed after update on location for each row
  when (old is distinct from new) execute function note_of_venue();

create function note_plan_of_floor() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (venue_id) select l.venue_id from location l
    where l.id = case tg_op when 'DELETE' then old.location_id else new.location_id end;
  return null;
end
$$;

create trigger openactive_new after insert or delete on location_space
  for each row execute function note_plan_of_floor();

create function note_venue() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (venue_id) values (new.id);
  return null;
end
$$;

-- That its sessions were made for another day changes nothing that is shown.
create trigger openactive_changed after update on venue for each row
  when (to_jsonb(old) - 'planned_on' is distinct from to_jsonb(new) - 'planned_on') execute function note_venue();

create function note_operator() returns trigger
language plpgsql as $$
begin
  insert into openactive_change (venue_id) select v.id from venue v where v.operator_id = new.id;
  return null;
end
$$;

create trigger openactive_changed after update on operator for each row
  when ((old.slug, old.name, old.currency_symbol) is distinct from (new.slug, new.name, new.currency_symbol))
  execute function note_operator();
