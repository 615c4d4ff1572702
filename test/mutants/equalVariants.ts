/** Variants that no test can notice, by the id that `npm run mutants:sql` prints, and why. */
const reasons: readonly (readonly [reason: string, ids: readonly string[]])[] = [
  [
    'promote_waitlist changes nothing where nothing is to be done; the condition spares calling it',
    [
      "take_item branch exists (select 1 from waitlist_entry w where w.occurrence_id = it.occurrence_id and w.state = 'waiting') -> true",
      'take_item condition w.occurrence_id = it.occurrence_id -> true',
      "take_item condition w.state = 'waiting' -> true",
      "promote_and_check_availability branch exists (select 1 from waitlist_entry w where w.occurrence_id = of_occurrence and w.state = 'waiting') -> true",
      'promote_and_check_availability condition w.occurrence_id = of_occurrence -> true',
      "promote_and_check_availability condition w.state = 'waiting' -> true",
      "take_for_move branch exists (select 1 from waitlist_entry w where w.occurrence_id = to_occurrence and w.state = 'waiting') -> true",
      'take_for_move condition w.occurrence_id = to_occurrence -> true',
      "take_for_move condition w.state = 'waiting' -> true",
      "find_lease_limits branch exists (select 1 from waitlist_entry w where w.occurrence_id = occ.id and w.state = 'waiting') -> true",
      'take_item branch it.places < offer.places -> true',
      'take_item edge it.places < offer.places -> <=',
      "take_simple_requests condition w.state = 'waiting' -> true",
      'find_lease_limits condition w.occurrence_id = occ.id -> true',
      "find_lease_limits condition w.state = 'waiting' -> true",
      "free_places condition w.state in ('waiting', 'offered') -> true",
      'free_places condition w.occurrence_id = h.occurrence_id -> true',
      "leave_waitlist_range branch entry.state = 'offered' -> true",
      "move_places condition w.state in ('waiting', 'offered') -> true",
    ],
  ],
  [
    'more rows are locked than needed',
    [
      'lock_move condition h.id = of_hold -> true',
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
    'take_simple_requests has asked the waitlists of all items of the batch, and nothing comes free after that',
    [
      "take_item branch exists (select 1 from waitlist_entry w where w.occurrence_id = it.occurrence_id and w.state = 'waiting') -> false",
    ],
  ],
  [
    'the hold of an entry ends with its offer, under the same locks',
    [
      "take_item condition w.state = 'offered' -> true",
      "withdraw_offers condition w.state = 'offered' -> true",
    ],
  ],
  [
    'a request that is left to take_item gets the same answer, or one that its place in the batch allows',
    [
      'take_simple_requests condition s.places_taken + s.wanted <= s.capacity -> false',
      'take_simple_requests edge s.places_taken + s.wanted <= s.capacity -> <',
    ],
  ],
  [
    'the version of a basket names its lines, so no other basket has it',
    ["start_payments condition b.id = (s.value->'payment'->>'basketId')::int -> true"],
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
    ['complete_payments branch ready is null -> false', 'start_payments branch ready is null -> false'],
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
      "take_item condition h.state = 'held' -> true (2)",
    ],
  ],
  [
    'a hold is ended in the transaction in which the entry that it is kept for loses its offer',
    ["take_for_move condition w.state = 'offered' -> true"],
  ],
  [
    'a line is removed with its released hold, and a bought place has no time',
    [
      "take_item condition h.state = 'held' -> true (3)",
      "take_simple_requests condition h.state = 'held' -> true (3)",
    ],
  ],
  [
    'ending no holds changes nothing',
    [
      'take_for_move branch cardinality(held_ids) > 0 -> true',
      'take_for_move edge cardinality(held_ids) > 0 -> >=',
    ],
  ],
  [
    'what is held for a move in progress is not bought',
    ["take_for_move condition h.state = 'held' -> true (2)"],
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
]

export const equalVariants: ReadonlyMap<string, string> = new Map(
  reasons.flatMap(([reason, ids]) => ids.map((id) => [id, reason])),
)
