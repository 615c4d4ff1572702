-- Names and addresses of guests are deleted some time after the visit: the job finds those that are left by the day. On a
-- large database build it beforehand with `create index concurrently if not exists` (db/README.md).
create index if not exists guest_pass_with_guest on guest_pass (visit_on) where guest_email <> '';
