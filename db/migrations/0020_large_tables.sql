-- Indexes for what is asked all day of tables that grow. On a large database build them beforehand with
-- `create index concurrently if not exists` (db/README.md).

-- The job that cancels bookings looks at cancelled sessions only, the latest first.
create index if not exists occurrence_cancelled on occurrence (ends_at) where status <> 'scheduled';
-- Reminders ask for what starts within the same hour, at every venue.
create index if not exists occurrence_start on occurrence (starts_at);
create index if not exists refund_at_desk on refund (booking_id) where destination = 'desk' and status = 'due';
create index if not exists document_expiring on document (expires_on) where status = 'accepted' and not expiry_notified;
create index if not exists notice_waiting on notice (id) where state = 'waiting';
create index if not exists notice_of_recipient on notice (lower(recipient));
create index if not exists linked_customer_back on linked_customer (linked_id);
