-- What identifies something is stored in one form alone (contract/identifiers.ts): a number of a customer that could be
-- written in two ways would count as two.

do $$
declare
  of record;
  invisible constant text := '[\u0001-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]';
begin
  for of in values ('customer', 'reference'), ('membership', 'reference'), ('package', 'reference'),
    ('guest_pass', 'code'), ('customer_order', 'reference'), ('booking', 'access_code'),
    ('basket_item', 'customer_reference')
  loop
    execute format(
      'alter table %1$I add constraint %3$I check (%2$I is nfkc normalized and %2$I = upper(%2$I collate "C")
        and %2$I !~ %4$L)',
      of.column1, of.column2, of.column1 || '_' || of.column2 || '_normal', '[ ]|' || invisible);
  end loop;

  for of in values ('customer', 'email'), ('customer_order', 'email'), ('guest_pass', 'guest_email'),
    ('attendee', 'email'), ('one_time_code', 'email'), ('email_change', 'email'), ('family_invitation', 'email'),
    ('operator', 'email'), ('operator', 'proposal_email'), ('operator', 'take_over_email'), ('venue', 'email')
  loop
    execute format(
      'alter table %1$I add constraint %3$I check (%2$I is nfkc normalized and %2$I = lower(%2$I collate "C")
        and %2$I !~ %4$L)',
      of.column1, of.column2, of.column1 || '_' || of.column2 || '_normal', '@.*[^!-~]|[ ]|' || invisible);
  end loop;

  alter table customer add constraint customer_postcode_upper check (postcode = upper(postcode collate "C"));
  for of in values ('customer', 'postcode'), ('customer', 'phone'), ('customer', 'emergency_contact_phone'),
    ('customer_order', 'payer_phone')
  loop
    execute format('alter table %1$I add constraint %3$I check (%2$I is nfkc normalized and %2$I !~ %4$L)',
      of.column1, of.column2, of.column1 || '_' || of.column2 || '_normal', '^ | $|  |' || invisible);
  end loop;
end;
$$;
