-- What a partner keeps of each sale by its agreement, in hundredths of a percent.
alter table booking_partner add column commission_rate int not null default 0
  check (commission_rate between 0 and 10000);
