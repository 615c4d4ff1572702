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
      "move_places branch exists (select 1 from waitlist_entry w where w.occurrence_id = to_occurrence and w.state = 'waiting') -> true",
      'move_places condition w.occurrence_id = to_occurrence -> true',
      "move_places condition w.state = 'waiting' -> true",
      "find_lease_limits branch exists (select 1 from waitlist_entry w where w.occurrence_id = occ.id and w.state = 'waiting') -> true",
      'find_lease_limits condition w.occurrence_id = occ.id -> true',
      "find_lease_limits condition w.state = 'waiting' -> true",
      "free_places condition w.state in ('waiting', 'offered') -> true",
      "leave_waitlist_range branch entry.state = 'offered' -> true",
      "move_places condition w.state in ('waiting', 'offered') -> true",
    ],
  ],
  [
    'more rows are locked than needed',
    [
      'move_places condition h.id = of_hold -> true (2)',
      'end_holds condition h.id = any(hold_ids) -> true',
      'lapse_places condition h.id = any(hold_ids) -> true',
      'leave_waitlist_range condition w.range_id = of_range -> true',
      'rejoin_waitlist_range condition w.range_id = of_range -> true',
      'rejoin_waitlist_range condition r.id = of_range -> true',
    ],
  ],
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
      "promote_waitlist condition h.state = 'held' -> true",
      "end_holds condition h.state = 'held' -> true",
      "move_places condition h.state = 'held' -> true",
    ],
  ],
  [
    'a hold is ended in the transaction in which the entry that it is kept for loses its offer',
    ["move_places condition w.state = 'offered' -> true"],
  ],
  ['no hold has the id null', ['move_places branch offer.id is not null -> true']],
  ['a person that is null is set to null', ['forget_hold_people condition h.person_id is not null -> true']],
  [
    'a location is of one venue, and so are the sessions in it',
    ['record_partner_room_change condition o.venue_id = new.venue_id -> true'],
  ],
  [
    'a claim of the same floor for the same session conflicts with its own, which changes nothing',
    [
      'claim_class_floor condition not exists (select 1 from space_claim c where c.occurrence_id = o.id and c.space_id = ls.space_id) -> true',
    ],
  ],
  [
    'its callers look for a booking of the occurrence itself first',
    ['has_conflicting_booking condition h.occurrence_id <> of_occurrence -> true'],
  ],
]

export const equalVariants: ReadonlyMap<string, string> = new Map(
  reasons.flatMap(([reason, ids]) => ids.map((id) => [id, reason])),
)
