import { sql } from 'kysely'
import type { DeskSession } from '#contract/attendance.ts'
import type { WaiverRecord } from '#contract/waivers.ts'
import type { Tx } from '#server/platform/database.ts'

export type SessionRow = {
  id: number
  bookableId: string
  name: string
  kind: 'classes' | 'courts' | 'tickets'
  activitySlug: string
  activityName: string
  locationName: string
  instructors: string[]
  locationId: number
  meetingPoint: string
  joinLink: string
  venueId: number
  venueSlug: string
  venueName: string
  timezone: string
  localDate: string
  startsAt: Date
  endsAt: Date
  status: 'scheduled' | 'cancelled' | 'withdrawn'
  capacity: number
  booked: number
  attended: number
  absent: number
  calledOff: number
  held: number
  waiting: number
  blocks: DeskSession['blocks']
  /** All live holds, and the places that people wait for; as the timetable counts them. */
  confirmedPlaces: number
  heldPlaces: number
  waitingPlaces: number
  floorInUse: boolean
}

/** `booked`: with people or let; `board`: with people or let, or else no court. */
type WhichSessions =
  | {
      venueId: number
      day: string
      show: 'booked' | 'board' | 'all'
      /** Sessions that one of these gives; null: all. */
      instructorIds: readonly number[] | null
    }
  | { id: number; operatorId: number }

const conditions = {
  booked: sql`and (k.booked > 0 or k.attended > 0 or k.absent > 0 or k.called_off > 0 or w.waiting > 0 or h.is_let)`,
  board: sql`and (a.kind <> 'courts' or k.called_off > 0 or w.waiting > 0 or h.held_places + h.confirmed_places > 0)`,
  all: sql``,
}

/** The sessions of a venue's day by time, or one. Places are counted, not bookings. */
export const sessionsWhere = async (tx: Tx, which: WhichSessions, now: Date): Promise<SessionRow[]> => {
  const condition =
    'id' in which
      ? sql`o.id = ${which.id} and v.operator_id = ${which.operatorId}`
      : sql`o.venue_id = ${which.venueId} and o.local_date = ${which.day} and o.status <> 'withdrawn' ${conditions[which.show]}
          ${which.instructorIds === null ? sql`` : sql`and o.instructor_ids && ${which.instructorIds}::int[]`}`
  const { rows } = await sql<SessionRow>`
    select o.id, o.public_id as bookable_id, o.name, a.kind, a.slug as activity_slug, a.name as activity_name, coalesce(nullif(o.meeting_point, ''), l.name) as location_name, o.location_id, o.meeting_point,
      (select coalesce(json_agg(i.name order by array_position(o.instructor_ids, i.id)), '[]'::json)
        from instructor i where i.id = any(o.instructor_ids)) as instructors,
      coalesce(o.join_link, a.join_link) as join_link,
      v.id as venue_id, v.slug as venue_slug, v.name as venue_name, v.timezone, o.local_date, o.starts_at, o.ends_at,
      o.status, o.capacity, k.booked, k.attended, k.absent, k.called_off, h.held, h.blocks, h.confirmed_places, h.held_places, w.waiting,
      w.waiting_places, coalesce(f.in_use, false) as floor_in_use
    from occurrence o
    join activity a on a.id = o.activity_id
    join location l on l.id = o.location_id
    join venue v on v.id = o.venue_id
    cross join lateral (
      select coalesce(sum(p.places) filter (where b.status = 'booked'), 0)::int as booked,
        coalesce(sum(p.places) filter (where b.status = 'attended'), 0)::int as attended,
        coalesce(sum(p.places) filter (where b.status = 'not_attended'), 0)::int as absent,
        coalesce(sum(p.places) filter (where b.status = 'cancelled_by_venue' and o.status <> 'scheduled'), 0)::int as called_off
      from booking b join hold p on p.id = b.hold_id where b.occurrence_id = o.id
    ) k
    cross join lateral (
      select coalesce(sum(h.places) filter (
          where h.state = 'held' and h.waitlist_entry_id is null and h.block_booking_id is null
        ), 0)::int as held,
        coalesce(bool_or(h.state = 'confirmed' and h.block_booking_id is not null), false) as is_let,
        coalesce(json_agg(json_build_object('note', b.note, 'places', h.places, 'deskOnly', h.state = 'held')
          order by h.state, h.id) filter (where b.id is not null and h.places > 0), '[]'::json) as blocks,
        coalesce(sum(h.places) filter (where h.state = 'held'), 0)::int as held_places,
        coalesce(sum(h.places) filter (where h.state = 'confirmed'), 0)::int as confirmed_places
      from live_holds(${now}) h left join block_booking b on b.id = h.block_booking_id where h.occurrence_id = o.id
    ) h
    cross join lateral (
      select count(*)::int as waiting,
        coalesce(sum(w.places) filter (where w.state = 'waiting'), 0)::int as waiting_places
      from waitlist_entry w where w.occurrence_id = o.id and w.state in ('waiting', 'offered')
    ) w
    left join lateral (
      select true as in_use
      from location_space ls
      -- Space by space: "offset 0" keeps the planner from all that stands anywhere at the time.
      cross join lateral (
        select c.hold_id from space_claim c
        where c.space_id = ls.space_id and c.during && time_span(o.starts_at, o.ends_at) offset 0
      ) c
      left join live_holds(${now}) h on h.id = c.hold_id
      where ls.location_id = o.location_id
        and (c.hold_id is null or (h.id is not null and h.occurrence_id <> o.id))
      limit 1
    ) f on a.kind = 'courts'
    where ${condition}
    order by o.starts_at, o.name, l.position, o.id`.execute(tx)
  return rows
}

/** The places of a venue on a day. */
type DayRow = {
  firstStart: Date | null
  lastEnd: Date | null
  /** By position. `kinds`: of what is on there. */
  places: { id: number; name: string; spaces: number[]; kinds: ('courts' | 'classes' | 'tickets')[] }[]
}

/** When a venue's day begins and ends, and what is on at each of its places. One query. */
export const readDay = async (
  tx: Tx,
  { venueId, day }: { venueId: number; day: string },
): Promise<DayRow> => {
  const { rows } = await sql<DayRow>`
    with on_day as materialized (
      select o.location_id, o.starts_at, o.ends_at, a.kind from occurrence o join activity a on a.id = o.activity_id
      where o.venue_id = ${venueId} and o.local_date = ${day} and o.status <> 'withdrawn'
      union all
      select d.location_id, d.starts_at, d.ends_at, 'classes' from hire_date d join hire h on h.id = d.hire_id
      where h.venue_id = ${venueId} and d.local_date = ${day} and d.state = 'let'
    )
    select (select min(starts_at) from on_day) as first_start, (select max(ends_at) from on_day) as last_end,
      (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'spaces', array(
            select ls.space_id from location_space ls where ls.location_id = l.id
          ), 'kinds', array(select distinct d.kind from on_day d where d.location_id = l.id)) order by l.position, l.name),
          '[]'::json)
        from location l where l.venue_id = ${venueId}) as places`.execute(tx)
  const [found] = rows
  if (found === undefined) throw new Error('A day cannot be read.')
  return found
}

export type HiredRow = {
  id: number
  hirer: string
  phone: string
  name: string
  place: string
  locationId: number
  startsAt: Date
  endsAt: Date
  isProvisional: boolean
}

/** What is let to hirers on a venue's day. */
export const hiredOnDay = async (
  tx: Tx,
  { venueId, day }: { venueId: number; day: string },
): Promise<HiredRow[]> => {
  const { rows } = await sql<HiredRow>`
    select d.id, r.name as hirer, r.phone, h.name, l.name as place, d.location_id, d.starts_at, d.ends_at,
      h.state = 'provisional' as is_provisional
    from hire_date d
    join hire h on h.id = d.hire_id
    join hirer r on r.id = h.hirer_id
    join location l on l.id = d.location_id
    where h.venue_id = ${venueId} and d.local_date = ${day} and d.state = 'let'
    order by d.starts_at, l.position, d.id`.execute(tx)
  return rows
}

export type ExpectedRow = {
  bookingId: number
  operatorId: number
  orderId: number
  orderReference: string
  status: 'booked' | 'attended' | 'not_attended' | 'cancelled' | 'cancelled_by_venue'
  customerId: number | null
  personId: number | null
  firstName: string
  lastName: string
  personReference: string | null
  dateOfBirth: string | null
  asksProofOfAge: boolean
  medicalNotes: string
  emergencyContact: string
  phone: string
  /** Pence owed on arrival; null where it is paid. */
  toPay: number | null
  currencySymbol: string
  waivers: WaiverRecord[]
  buyerName: string | null
  soldByPartner: boolean
  name: string
  ticketName: string | null
  quantity: number
  accessCode: string
  attendanceAt: Date | null
  sessionId: number
  sessionName: string
  sessionStatus: 'scheduled' | 'cancelled' | 'withdrawn'
  startsAt: Date
  endsAt: Date
  localDate: string
  locationName: string
  venueId: number
  venueName: string
  timezone: string
}

type WhichBookings =
  | { sessionId: number }
  | { venueId: number; onDay: string; instructorIds: readonly number[] | null }
  | { bookingId: number }
  | { operatorId: number; code: string; day: string }
  | { operatorId: number; reference: string }

/** Bookings as the desk sees them: of a session or a venue's day by name, one, those of an order, or those with a code around a day. */
export const expectedWhere = async (tx: Tx, which: WhichBookings): Promise<ExpectedRow[]> => {
  const condition =
    'sessionId' in which
      ? sql`b.occurrence_id = ${which.sessionId} and b.status in ('booked', 'attended', 'not_attended')`
      : 'venueId' in which
        ? sql`o.venue_id = ${which.venueId} and o.local_date = ${which.onDay}
            and b.status in ('booked', 'attended', 'not_attended')
            ${which.instructorIds === null ? sql`` : sql`and o.instructor_ids && ${which.instructorIds}::int[]`}`
        : 'bookingId' in which
          ? sql`b.id = ${which.bookingId}`
          : 'reference' in which
            ? sql`co.reference = ${which.reference} and co.operator_id = ${which.operatorId}
              and b.status in ('booked', 'attended', 'not_attended')`
            : sql`b.access_code = ${which.code} and co.operator_id = ${which.operatorId}
            and o.local_date between ${which.day}::date - 60 and ${which.day}::date + 60`
  const { rows } = await sql<ExpectedRow>`
    select b.id as booking_id, co.operator_id, b.order_id, co.reference as order_reference, b.status, b.customer_id,
      co.source = 'open-booking' as sold_by_partner, b.person_id, case when bi.for_guest then coalesce((
          select string_agg(distinct at.first_name || ' ' || at.last_name, ', ')
          from waiver w join attendee at on at.id = w.attendee_id where w.basket_item_id = bi.id
        ), 'Guest') else coalesce(p.first_name, co.payer_first_name) end as first_name,
      case when bi.for_guest then '' else coalesce(p.last_name, co.payer_last_name) end as last_name, p.reference as person_reference, p.date_of_birth,
      asks_proof_of_age(bi.pricing_option_id, p.date_of_birth, b.quantity) as asks_proof_of_age,
      coalesce(p.medical_notes, '') as medical_notes,
      concat_ws(', ', nullif(p.emergency_contact_name, ''), nullif(p.emergency_contact_phone, '')) as emergency_contact,
      coalesce(nullif(p.phone, ''), nullif(co.payer_phone, ''), c.phone, '') as phone,
      case when exists (select from order_payment y where y.order_id = co.id and y.tender_type = 'at_venue')
        then nullif(b.price, 0) end as to_pay, op.currency_symbol,
      (select coalesce(json_agg(json_build_object('name', s.name, 'agreedOn', s.agreed_on, 'validUntil', s.valid_until,
          'signedBy', s.signed_by, 'signedByRelation', s.signed_by_relation) order by s.name), '[]'::json)
        from (
          select distinct on (w.restriction_id, w.attendee_id) r.name, w.valid_until,
            (w.agreed_at at time zone v.timezone)::date as agreed_on, nullif(w.signed_by_name, '') as signed_by,
            nullif(w.signed_by_relation, '') as signed_by_relation
          from activity_restriction ar
          join restriction r on r.id = ar.restriction_id and r.kind = 'waiver' and not r.withdrawn
          join waiver w on w.restriction_id = r.id
          join attendee at on at.id = w.attendee_id
          where ar.activity_id = o.activity_id and (w.basket_item_id = bi.id
            or (at.person_id = b.person_id and w.valid_until >= o.local_date))
          order by w.restriction_id, w.attendee_id, (w.basket_item_id = bi.id) desc nulls last, w.valid_until desc
        ) s) as waivers,
      case when b.customer_id <> b.person_id or bi.for_guest then c.first_name || ' ' || c.last_name end as buyer_name,
      o.name, t.name as ticket_name, b.quantity, b.access_code, b.attendance_at, o.id as session_id,
      o.name as session_name, o.status as session_status, o.starts_at, o.ends_at, o.local_date, coalesce(nullif(o.meeting_point, ''), l.name) as location_name, v.id as venue_id,
      v.name as venue_name, v.timezone
    from booking b
    join customer_order co on co.id = b.order_id
    join operator op on op.id = co.operator_id
    join basket_item bi on bi.id = b.basket_item_id
    left join ticket_type t on t.id = bi.ticket_type_id
    join occurrence o on o.id = b.occurrence_id
    join location l on l.id = o.location_id
    join venue v on v.id = o.venue_id
    left join customer p on p.id = b.person_id
    left join customer c on c.id = b.customer_id
    where ${condition}
    order by lower(coalesce(p.last_name, co.payer_last_name)), lower(coalesce(p.first_name, co.payer_first_name)),
      o.starts_at, b.id`.execute(tx)
  return rows
}

/**
 * Locks a booking, so that of two desks that mark it at once the later one sees the earlier mark; and its order before it,
 * which cancellations lock: nobody is let in with a booking that is being refunded.
 */
export const lockBooking = async (tx: Tx, bookingId: number): Promise<void> => {
  await sql`
    select 1 from customer_order o
    where o.id in (
      select b.order_id from booking b where b.id = ${bookingId}
      union all
      select p.order_id from penalty p
        where p.booking_id = ${bookingId} and p.status = 'paid' and p.refunded_at is null
    )
    order by o.id for no key update`.execute(tx)
  await sql`select 1 from booking where id = ${bookingId} for no key update`.execute(tx)
}

export type WaitingRow = {
  waitlistId: number
  userId: number
  firstName: string
  lastName: string
  reference: string
  status: 'waiting' | 'offered'
  joinedAt: Date
  offerExpiresAt: Date | null
}

export const waitingFor = async (tx: Tx, sessionId: number): Promise<WaitingRow[]> => {
  const { rows } = await sql<WaitingRow>`
    select w.id as waitlist_id, w.person_id as user_id, p.first_name, p.last_name, p.reference, w.state as status,
      w.joined_at, w.offer_expires_at
    from waitlist_entry w join customer p on p.id = w.person_id
    where w.occurrence_id = ${sessionId} and w.state in ('waiting', 'offered')
    order by w.state = 'waiting', w.id`.execute(tx)
  return rows
}

export type ActRow = {
  id: number
  at: Date
  act: string
  detail: Record<string, unknown>
  /** Who did it; '' for a program. */
  person: string
  /** Whose booking or entry on a waitlist it was. */
  name: string
}

const latestActs = 50

/**
 * The latest acts in the audit log on a session: on itself, the bookings that it has or had last, its waitlist, and
 * the closure that has called it off.
 */
export const actsOn = async (tx: Tx, sessionId: number, acts: readonly string[]): Promise<ActRow[]> => {
  const { rows } = await sql<ActRow>`
    with subject as (
      select 'session:' || ${sessionId}::int as subject, null::int as booking_id
      union all select 'occurrence:' || ${sessionId}::int, null
      union all select 'closure:' || c.closing_id, null from call_off c
        where c.occurrence_id = ${sessionId} and c.closing_id is not null
      union all select 'booking:' || k.id, k.id from booking k where k.occurrence_id = ${sessionId}
    )
    select a.id, a.at, a.act, a.detail, coalesce(by.first_name || ' ' || by.last_name, '') as person,
      trim(coalesce(p.first_name || ' ' || p.last_name, co.payer_first_name || ' ' || co.payer_last_name,
        about.first_name || ' ' || about.last_name, '')) as name
    from subject s
    join audit_entry a on a.subject = s.subject and a.act = any(${[...acts]}::text[])
    left join customer by on by.id = a.actor_id
    left join customer about on about.id = a.for_customer_id
    left join booking k on k.id = s.booking_id
    left join customer_order co on co.id = k.order_id
    left join customer p on p.id = k.person_id
    order by a.at desc, a.id desc limit ${latestActs}`.execute(tx)
  return rows
}
