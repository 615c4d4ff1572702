-- Who signs for a person under 18: a parent, a legal guardian or another adult; '' where it is not recorded.
alter table waiver add column signed_by_relation text not null default ''
  check (signed_by_relation in ('', 'parent', 'guardian', 'relative', 'other'));
