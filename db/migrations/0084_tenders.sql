-- What contract/tenders.ts and contract/orderSources.ts list, and nothing else.
alter table order_payment add check (tender_type in ('cash', 'offline-voucher', 'cheque', 'card', 'card_terminal', 'credit',
  'customer_account_online', 'booking_partner', 'at_venue'));
alter table till_entry add check (tender_type in ('cash', 'offline-voucher', 'cheque', 'card', 'card_terminal', 'credit',
  'customer_account_online', 'booking_partner', 'at_venue'));
alter table basket add check (source in ('activity-booking', 'online-joining', 'booking-move', 'front-of-house',
  'open-booking'));
alter table customer_order add check (source in ('activity-booking', 'online-joining', 'booking-move', 'front-of-house',
  'open-booking'));
