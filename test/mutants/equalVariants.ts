/** Variants that no test can notice, by the id that `npm run mutants:sql` prints, and why. */
const reasons: readonly (readonly [reason: string, ids: readonly string[]])[] = [
  [
    'promote_waitlist changes nothing where nothing is to be done; the condition spares calling it',
    [
      'judge_item branch exists (select 1 from open_waitlist_entry w where w.occurrence_id = it.occurrence_id) -> true',
      'judge_item condition w.occurrence_id = it.occurrence_id -> true',
      "promote_and_check_availability branch exists (select 1 from waitlist_entry w where w.occurrence_id = of_occurrence and w.state = 'waiting') -> true",
      'promote_and_check_availability condition w.occurrence_id = of_occurrence -> true',
      "promote_and_check_availability condition w.state = 'waiting' -> true",
      "take_for_move branch exists (select 1 from waitlist_entry w where w.occurrence_id = to_occurrence and w.state = 'waiting') -> true",
      'take_for_move condition w.occurrence_id = to_occurrence -> true',
      "take_for_move condition w.state = 'waiting' -> true",
      "find_lease_limits branch exists (select 1 from waitlist_entry w where w.occurrence_id = occ.id and w.state = 'waiting') -> true",
      'take_over_offer branch wanted < offered.places -> true',
      'take_over_offer edge wanted < offered.places -> <=',
      'find_lease_limits condition w.occurrence_id = occ.id -> true',
      "find_lease_limits condition w.state = 'waiting' -> true",
      "free_places condition w.state in ('waiting', 'offered') -> true",
      'free_places condition w.occurrence_id = h.occurrence_id -> true',
      "leave_waitlist_range branch entry.state = 'offered' -> true",
      "move_places condition w.state in ('waiting', 'offered') -> true",
      'resize_block_booking branch keeps < has.places -> true',
      'resize_block_booking edge keeps < has.places -> <=',
    ],
  ],
  ['nothing is added', ['resize_block_booking condition keeps <> has.places -> true']],
  [
    'while fewer places are planned the capacity is what is taken, so no more can be taken',
    [
      'capacity_lowered condition new.places_taken < old.places_taken -> true',
      'capacity_lowered edge new.places_taken < old.places_taken -> <=',
    ],
  ],
  [
    'more rows are locked than needed',
    [
      'lock_places condition o.id = any(occurrence_ids) -> true',
      "lock_places condition s.id in ( select ls.space_id from occurrence o join activity a on a.id = o.activity_id and a.kind = 'courts' join location_space ls on ls.location_id = o.location_id where o.id = any(occurrence_ids) ) -> true",
      'lock_places condition a.id = o.activity_id -> true',
      "lock_places condition a.kind = 'courts' -> true",
      'lock_places condition ls.location_id = o.location_id -> true',
      'lock_places condition o.id = any(occurrence_ids) -> true (2)',
      'renew_places condition h.id = bi.hold_id -> true',
      'renew_places condition bi.id = any(item_ids) -> true',
      'renew_places condition bi.id = any(item_ids) -> true (2)',
      'confirm_places condition c.id in ( select h.person_id from basket_item bi join hold h on h.id = bi.hold_id where bi.id = any(item_ids) ) -> true',
      'confirm_places condition h.id = bi.hold_id -> true',
      'confirm_places condition bi.id = any(item_ids) -> true',
      'confirm_places condition bi.id = any(item_ids) -> true (2)',
      "start_payments condition b.id in ( select (s.value->'payment'->>'basketId')::int from jsonb_array_elements(starting) s where s.value->>'version' is not null ) -> true",
      "take_for_baskets condition b.id in (select (r.value->>'basketId')::int from jsonb_array_elements(requests) r) -> true",
      "take_for_baskets condition c.id in ( select (i.value->>'personId')::int from jsonb_array_elements(requests) r, jsonb_array_elements(r.value->'items') i where i.value->>'personId' is not null ) -> true",
      'end_holds condition h.id = any(hold_ids) -> true',
      'lapse_places condition h.id = any(hold_ids) -> true',
      'leave_waitlist_range condition w.range_id = of_range -> true',
      'rejoin_waitlist_range condition w.range_id = of_range -> true',
      'rejoin_waitlist_range condition r.id = of_range -> true',
      "reopen_basket condition h.state = 'held' -> true",
      'reopen_basket condition h.basket_id = of_basket -> true',
      'resize_places condition bi.id = of_item -> true',
      'offer_out_of_turn condition w.id = of_entry -> true',
      'leave_waitlist condition w.id = of_entry -> true',
    ],
  ],
  [
    'the hold of an entry ends with its offer, under the same locks',
    [
      "find_offer condition w.state = 'offered' -> true",
      "withdraw_offers condition w.state = 'offered' -> true",
    ],
  ],
  [
    'what is given is written sooner than it must be',
    [
      'take_for_baskets condition a.id = o.activity_id -> true',
      'take_for_baskets condition o.id = any(wanted) -> true',
      'take_for_baskets condition w.occurrence_id = o.id -> true',
      'take_for_baskets condition ahead > 0 -> true',
      'take_for_baskets edge ahead > 0 -> >=',
      "take_for_baskets condition (judged.outcome not in ('ok', 'held_already') or judged.desk_hold_id is not null) -> true",
      'take_for_baskets condition (one.occurrence_id = any(taken_alone) or judged.desk_hold_id is not null) -> true',
    ],
  ],
  [
    'a court has one place, so what a basket has of it is all there is',
    ['find_lease_limits branch own = 0 -> true', 'find_lease_limits branch own > 0 -> false'],
  ],
  [
    'it is given the time it has',
    [
      'lapse_places edge h.held_until > at_time -> >=',
      'move_floor edge h.held_until > closes_at -> >=',
      'move_floor edge w.offer_expires_at > closes_at -> >=',
    ],
  ],
  [
    'the answer is given before where some of the floor has not lapsed',
    ['check_availability condition c.has_lapsed -> true'],
  ],
  [
    'a bought place has no time, and a hold that has ended no floor',
    ["check_availability condition h.state = 'held' -> true (2)"],
  ],
  [
    'an empty list makes nothing; the condition spares the statements',
    ['start_payments branch ready is null -> false'],
  ],
  ['no range has null for its id', ['lock_places condition w.range_id is not null -> true']],
  [
    'whoever changes the entries of a range has locked one of its occurrences',
    ['rejoin_waitlist_range lock for no key update ->'],
  ],
  ['an entry of nothing is not allowed', ['till_entry_reference_append_only edge old.amount > 0 -> >=']],
  [
    'end_holds ends as expired only what has lapsed, so the call for the others ends the rest',
    ['find_ended_offers condition (h.held_until <= at_time) = has_lapsed -> true'],
  ],
  [
    'a range of null has no entries',
    [
      'promote_waitlist condition e.range_id is not null -> true',
      'has_booked_in_range condition of_range is not null -> true',
    ],
  ],
  [
    'the hold of an entry is held: taking what is on offer takes the entry off it, and a bought place has no time',
    [
      "has_live_offer condition h.state = 'held' -> true",
      "end_holds condition h.state = 'held' -> true",
      "take_for_move condition h.state = 'held' -> true",
      "find_offer condition h.state = 'held' -> true",
    ],
  ],
  [
    'a hold is ended in the transaction in which the entry that it is kept for loses its offer',
    [
      "take_for_move condition w.state = 'offered' -> true",
      'find_ended_offers condition h.occurrence_id = of_occurrence -> true',
    ],
  ],
  [
    'a line is removed with its released hold, and a bought place has no time',
    ["write_lines condition h.state = 'held' -> true"],
  ],
  [
    'ending no holds changes nothing',
    [
      'check_availability branch lapsed is not null -> true',
      'check_availability branch in_use.lapsed is not null -> true',
      'take_for_move branch cardinality(held_ids) > 0 -> true',
      'take_for_move edge cardinality(held_ids) > 0 -> >=',
    ],
  ],
  [
    'what is held for a move in progress is not bought',
    ["take_for_move condition h.state = 'held' -> true (2)"],
  ],
  [
    'a move that has ended has given back what it held, in the same transaction',
    ["held_for_moves_of condition m.status = 'held' -> true"],
  ],
  ['no hold has the id null', ['take_for_move branch offer.id is not null -> true']],
  ['a person that is null is set to null', ['forget_hold_people condition h.person_id is not null -> true']],
  [
    'a location is of one venue, and so are the sessions in it',
    ['record_partner_room_change condition o.venue_id = new.venue_id -> true'],
  ],
  [
    'a claim of the same floor for the same session or hold conflicts with its own, which changes nothing',
    [
      'claim_held_floor condition not exists (select 1 from space_claim c where c.hold_id = h.id and c.space_id = ls.space_id) -> true',
      'claim_class_floor condition not exists (select 1 from space_claim c where c.occurrence_id = o.id and c.space_id = ls.space_id) -> true',
    ],
  ],
  [
    'its callers look for a booking of the occurrence itself first',
    [
      'has_conflicting_booking condition h.occurrence_id <> of_occurrence -> true',
      "has_in_basket condition h.state = 'held' -> true",
    ],
  ],
  ['deleting no baskets changes nothing', ['take_places branch unused is not null -> true']],
  [
    'end_holds passes over what has ended or has not lapsed',
    [
      'check_availability condition h.held_until <= at_time -> true',
      "find_ended_offers condition h.state = 'held' -> true",
    ],
  ],
  [
    'what has lapsed is ended a moment before the sweep ends it',
    [
      'check_availability branch occ.places_taken + wanted > occ.capacity -> true',
      'check_availability edge occ.places_taken + wanted > occ.capacity -> >=',
    ],
  ],
  [
    'an account that is not there is not closed',
    [
      'account_open branch new.person_id is not null -> true',
      'account_open branch new.customer_id is not null -> true',
      'account_open branch new.customer_id is not null -> true (2)',
      'account_open branch new.customer_id is not null -> true (3)',
    ],
  ],
  [
    'an entry of another account adds nothing to the balance',
    ["credit_entry_updates_lot branch new.account in ('available', 'reserved') -> true"],
  ],
  [
    'null has no places',
    ['has_conflicting_hold branch person is null -> false', 'has_booked branch person is null -> false'],
  ],
  [
    'renewing or confirming no lines changes nothing',
    [
      'confirm_orders branch cardinality(item_ids) = 0 -> false',
      'confirm_places branch cardinality(item_ids) = 0 -> false',
    ],
  ],
  [
    'a line that has been renewed or confirmed is renewed again to the same time, or passed over',
    [
      "renew_places condition i <> all(coalesce(renewed_ids, '{}')) -> true",
      "confirm_places condition i <> all(coalesce(confirmed_ids, '{}')) -> true",
    ],
  ],
  [
    'resizing to the same number changes nothing',
    ['renew_places condition item.places <> item.places_wanted -> true'],
  ],
  [
    'a line that is not renewed with the others is renewed after them, with the same result',
    ['renew_places condition not is_line_of_move(bi.id) -> true'],
  ],
  ['null is not a refusal either', ['renew_places condition verdict is not null -> true']],
  [
    'a basket is paid in the transaction that completes its payment',
    [
      "place_orders condition b.id in (select (o.value->>'basketId')::int from jsonb_array_elements(new_orders) o) -> true",
    ],
  ],
  [
    'only a log-in adds lines to a basket that is being paid',
    ['place_orders condition b.customer_id is not null -> true'],
  ],
  ['a bought place has no time', ['place_orders condition bi.id <> all(item_ids) -> true']],
  [
    'nothing has null for its id',
    [
      "take_for_baskets condition i.value->>'personId' is not null -> true",
      'take_places condition f.id is not null -> true',
    ],
  ],
]

export const equalVariants: ReadonlyMap<string, string> = new Map(
  reasons.flatMap(([reason, ids]) => ids.map((id) => [id, reason])),
)
