-- The holds of the times that a booked place is to move to, while that is paid for. They take the place's own place: they
-- do not stand in the way of another time for it, which gives them back, nor count as another booking of the person.
create or replace function held_for_moves_of(of_hold bigint) returns setof bigint
language sql stable as $$
  select bi.hold_id from booking b
    join booking_move m on m.booking_id = b.id and m.status = 'held'
    join basket_item bi on bi.id = m.basket_item_id
    where b.hold_id = of_hold
$$;

-- The occurrences that they are of.
create or replace function occurrences_held_for_moves_of(of_hold bigint) returns int[]
language sql stable as $$
  select array(
    select h.occurrence_id from held_for_moves_of(of_hold) m(hold_id) join hold h on h.id = m.hold_id order by 1
  )
$$;

-- Whether a line holds the places of a booking that is to move there.
create or replace function is_line_of_move(of_item int) returns boolean
language sql stable as $$
  select exists (select 1 from booking_move m where m.basket_item_id = of_item)
$$;
