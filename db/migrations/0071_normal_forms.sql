-- What identifies something is stored in one form alone (contract/identifiers.ts): a number of a customer that could be
-- written in two ways would count as two.

-- As contract/identifiers.ts normalises; the invisible characters are those of \p{C} and of fillers.
create function pg_temp.visible(value text) returns text language sql as $$
  select btrim(regexp_replace(regexp_replace(normalize(value, NFKC),
    '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'),
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]',
    '', 'g'))
$$;
create function pg_temp.normal_reference(value text) returns text language sql as $$
  select upper(regexp_replace(replace(pg_temp.visible(value), ' ', ''), '[\u2010-\u2015\u2212]', '-', 'g'))
$$;

do $$
declare
  of record;
  -- Of two that were written differently the younger gets its id behind it.
  renumber constant text := $sql$
    update %1$I r set %2$I = pg_temp.normal_reference(r.%2$I) || case when exists (
        select 1 from %1$I other where other.operator_id = r.operator_id and other.id <> r.id
          and pg_temp.normal_reference(other.%2$I) = pg_temp.normal_reference(r.%2$I)
          and (other.id < r.id or other.%2$I = pg_temp.normal_reference(other.%2$I)))
      then '-' || r.id else '' end
    where r.%2$I <> pg_temp.normal_reference(r.%2$I)
  $sql$;
  invisible constant text := '[\u0001-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]';
begin
  -- Values that were given once by this key are not given again by the next import.
  create temporary table renumbered on commit drop as
    select id, reference || '/' as before from customer where reference <> pg_temp.normal_reference(reference);
  for of in values ('customer', 'reference'), ('membership', 'reference'), ('package', 'reference'), ('guest_pass', 'code')
  loop
    execute format(renumber, of.column1, of.column2);
  end loop;
  for of in values ('credit_lot'), ('penalty'), ('document')
  loop
    execute format($sql$
      update %I g set import_key = c.reference || '/' || substring(g.import_key from length(r.before) + 1)
      from renumbered r join customer c on c.id = r.id
      where g.customer_id = r.id and starts_with(g.import_key, r.before)$sql$, of.column1);
  end loop;
  update guest_pass set import_key = code where import_key <> code;
  update basket_item set customer_reference = nullif(pg_temp.normal_reference(customer_reference), '')
    where customer_reference is not null and customer_reference <> pg_temp.normal_reference(customer_reference);

  for of in values ('customer', 'reference'), ('membership', 'reference'), ('package', 'reference'),
    ('guest_pass', 'code'), ('customer_order', 'reference'), ('booking', 'access_code'),
    ('basket_item', 'customer_reference')
  loop
    execute format(
      'alter table %1$I add constraint %3$I check (%2$I is nfkc normalized and %2$I = upper(%2$I collate "C")
        and %2$I !~ %4$L) not valid',
      of.column1, of.column2, of.column1 || '_' || of.column2 || '_normal', '[ ]|' || invisible);
  end loop;

  for of in values ('customer', 'email'), ('customer_order', 'email'), ('guest_pass', 'guest_email'),
    ('attendee', 'email'), ('one_time_code', 'email'), ('email_change', 'email'), ('family_invitation', 'email'),
    ('operator', 'email'), ('operator', 'proposal_email'), ('venue', 'email')
  loop
    execute format('update %1$I set %2$I = lower(replace(pg_temp.visible(%2$I), %3$L, %4$L) collate "C")
      where %2$I <> lower(replace(pg_temp.visible(%2$I), %3$L, %4$L) collate "C")', of.column1, of.column2, ' ', '');
    execute format(
      'alter table %1$I add constraint %3$I check (%2$I is nfkc normalized and %2$I = lower(%2$I collate "C")
        and %2$I !~ %4$L) not valid',
      of.column1, of.column2, of.column1 || '_' || of.column2 || '_normal', '@.*[^!-~]|[ ]|' || invisible);
  end loop;

  update customer set postcode = upper(pg_temp.visible(postcode)) where postcode <> upper(pg_temp.visible(postcode));
  update customer set postcode = regexp_replace(postcode, '^([A-Z]{1,2}\d[A-Z\d]?) ?(\d[A-Z]{2})$', '\1 \2')
    where postcode ~ '^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$';
  alter table customer add constraint customer_postcode_upper check (postcode = upper(postcode collate "C")) not valid;
  for of in values ('customer', 'postcode'), ('customer', 'phone'), ('customer', 'emergency_contact_phone')
  loop
    execute format('update %1$I set %2$I = pg_temp.visible(%2$I) where %2$I <> pg_temp.visible(%2$I)', of.column1, of.column2);
    execute format('alter table %1$I add constraint %3$I check (%2$I is nfkc normalized and %2$I !~ %4$L) not valid',
      of.column1, of.column2, of.column1 || '_' || of.column2 || '_normal', '^ | $|  |' || invisible);
  end loop;
end;
$$;

drop function pg_temp.normal_reference(text);
drop function pg_temp.visible(text);

drop index customer_email;
create unique index customer_email on customer (operator_id, email) where email <> '';

drop index basket_item_of_reference;
create index basket_item_of_reference on basket_item (occurrence_id, customer_reference)
  where customer_reference is not null;
