-- How many agreements to a waiver a line of a basket needs, and how many of them are there: sent for this line, or
-- covered by what the person of the line agreed to before and which still holds on the day. A waiver with another text
-- is another version, to which nobody has agreed.
create or replace view waiver_need as
  select bi.id as basket_item_id, r.id as restriction_id, r.name,
    case when r.per_attendee then h.places else 1 end as needed,
    (select count(*)::int from waiver w where w.basket_item_id = bi.id and w.restriction_id = r.id) as sent,
    (select max(w.valid_until)
      from attendee t join waiver w on w.attendee_id = t.id
      where t.person_id = h.person_id and w.restriction_id = r.id and w.html = r.html
        and w.basket_item_id is distinct from bi.id and w.valid_until >= o.local_date
        -- Sent for this very line, it is counted there.
        and not exists (
          select 1 from waiver mine join attendee who on who.id = mine.attendee_id
          where mine.basket_item_id = bi.id and mine.restriction_id = r.id and who.person_id = t.person_id
        )) as covered_until
  from basket_item bi
  join hold h on h.id = bi.hold_id
  join occurrence o on o.id = bi.occurrence_id
  join activity_restriction ar on ar.activity_id = o.activity_id
  join restriction r on r.id = ar.restriction_id and r.kind = 'waiver' and not r.withdrawn;
