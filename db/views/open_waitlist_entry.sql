-- The entries of people who are on a waitlist: they wait, have an offer, or are paused while another place of their range
-- is on offer.
create or replace view open_waitlist_entry as
  select w.id, w.occurrence_id, w.person_id, w.range_id, w.state, w.places, w.offer_expires_at, w.instead_of_id
  from waitlist_entry w
  where w.state in ('waiting', 'offered', 'paused');
