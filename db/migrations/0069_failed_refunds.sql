-- Refunds that the card company has not paid: the desk lists them, and an alert counts them. On a large database build it
-- beforehand with `create index concurrently if not exists` (db/README.md).
create index if not exists refund_failed_to_card on refund (booking_id) where destination = 'card' and status = 'failed';
