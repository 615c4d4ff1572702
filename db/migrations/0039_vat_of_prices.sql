-- VAT of a price, where it is not that of its activity.

-- In hundredths of a per cent, contained in the price; null: the activity's.
alter table pricing_option add column vat_rate int check (vat_rate between 0 and 10000);
