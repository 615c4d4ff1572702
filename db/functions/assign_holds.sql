-- Changes of a hold that take or free no place.

-- Says who will be there; null: not known. The caller has checked what the person may have.
create or replace function assign_hold_person(of_hold bigint, person int) returns void
language plpgsql as $$
declare
  guard text := open_reservation_guard();
begin
  update hold h set person_id = person where h.id = of_hold;
  guard := close_reservation_guard();
end
$$;

-- Sets the attendee of a hold that has none yet.
create or replace function assign_unnamed_holds(hold_ids bigint[], person int) returns void
language plpgsql as $$
declare
  guard text := open_reservation_guard();
begin
  update hold h set person_id = person where h.id = any(hold_ids) and h.person_id is null;
  guard := close_reservation_guard();
end
$$;

-- Moves the holds of basket items to another basket.
create or replace function move_holds(item_ids int[], to_basket int) returns void
language plpgsql as $$
declare
  guard text := open_reservation_guard();
begin
  update hold h set basket_id = to_basket
    from basket_item bi where bi.id = any(item_ids) and h.id = bi.hold_id;
  guard := close_reservation_guard();
end
$$;

-- Takes the waitlist entries of people from the holds made for them, so that the entries can be deleted.
create or replace function detach_waitlist_holds(person_ids int[]) returns void
language plpgsql as $$
declare
  guard text := open_reservation_guard();
begin
  update hold h set waitlist_entry_id = null
    where h.waitlist_entry_id in (select w.id from waitlist_entry w where w.person_id = any(person_ids));
  guard := close_reservation_guard();
end
$$;
