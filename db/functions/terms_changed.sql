-- Terms with another text are another version, which everybody is asked to accept again.
create or replace function note_terms_change() returns trigger
language plpgsql as $$ begin new.changed_at := now(); return new; end $$;

create or replace trigger terms_changed before update of html on terms
  for each row when (new.html is distinct from old.html) execute function note_terms_change();
