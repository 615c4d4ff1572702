import { sql } from 'kysely'
import type { OrderSource } from '#contract/orderSources.ts'
import type { RefundDestination, TenderId } from '#contract/tenders.ts'
import { createBatchedStatement } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'

/** A payment of an order. `amount` and the part already refunded are pence. */
export type Tender = {
  id: number
  tenderType: TenderId
  creditType: 'general' | 'membership' | null
  amount: number
  refunded: number
  status: 'paid' | 'refunded' | 'failed'
}

export type RefundPart = {
  paymentId: number
  destination: RefundDestination
  amount: number
}

/** A booking with its details. Amounts are pence, instants UTC. */
export type BookingRow = {
  id: number
  uuid: string
  operatorId: number
  orderId: number
  orderReference: string
  source: OrderSource
  customerId: number | null
  /** Its buyer has closed their account, so nothing can be refunded to it. */
  isAccountClosed: boolean
  personId: number | null
  /** For people without an account. */
  isForGuest: boolean
  firstName: string
  lastName: string
  /** Has the price of a customer reference. */
  hasReference: boolean
  idForm: 'v1' | 'v2'
  quantity: number
  price: number
  vatRate: number
  tax: number
  status: 'booked' | 'attended' | 'not_attended' | 'cancelled' | 'cancelled_by_venue'
  accessCode: string
  sequence: number
  position: number
  createdAt: Date
  cancelledAt: Date | null
  movedAt: Date | null
  /** Pence by which moves have made it cheaper, on top of `price`. */
  moveRefund: number
  occurrenceId: number
  /** Of the session: one that the venue has called off is not scheduled; a job soon cancels its bookings. */
  occurrenceStatus: 'scheduled' | 'cancelled' | 'withdrawn'
  publicId: string
  compositeKey: string
  startsAt: Date
  endsAt: Date
  localDate: string
  /** Somebody of it shows at the desk that they are of the age its price is for. */
  asksProofOfAge: boolean
  name: string
  ticketName: string | null
  activityName: string
  activitySlug: string
  freeCancelMinutes: number
  lateCancelFee: number | null
  /** The tenders of its order. */
  tenders: Tender[]
  /** The destination of a card's refund, where the operator refunds customers who cancel. */
  refundsTo: 'credit' | 'card'
  /** It was paid for before the account existed that it belongs to now. */
  wasVisitors: boolean
  /** A visit of a package pays for it. */
  isByPackage: boolean
  /** Refunds made or pending, once it is cancelled. */
  refunds: { destination: RefundPart['destination']; amount: number; status: 'due' | 'done' | 'failed' }[]
  venueId: number
  venueSlug: string
  venueName: string
  venueType: string
  timezone: string
  addressLineOne: string
  town: string
  postcode: string
  lat: number | null
  lng: number | null
  locationId: number
  locationSlug: string
  locationName: string
  /** Where it is taken part in online; '' where it is not, and once it is cancelled. */
  joinLink: string
  whatToBring: string | null
}

type BookingSelector =
  | { orderIds: readonly number[] }
  | { id: number }
  | { ids: readonly number[] }
  | { customerId: number; filter: 'future' | 'past' | 'all'; now: Date; limit?: number | undefined }
  /** The first of the sessions to come that are still booked. */
  | { customerId: number; next: number; now: Date }

/**
 * Bookings of orders, each in its order, one booking, or a customer's: upcoming ones earliest first, others newest first.
 */
export const bookingsWhere = async (tx: Tx, which: BookingSelector): Promise<BookingRow[]> => {
  const condition =
    'orderIds' in which
      ? sql`k.order_id = any(${which.orderIds}::int[])`
      : 'id' in which
        ? sql`k.id = ${which.id}`
        : 'ids' in which
          ? sql`k.id = any(${which.ids}::int[])`
          : 'next' in which
            ? sql`(k.customer_id = ${which.customerId} or k.person_id = ${which.customerId})
              and k.status = 'booked' and o.ends_at > ${which.now}`
            : sql`(k.customer_id = ${which.customerId} or k.person_id = ${which.customerId})
            and case ${which.filter}::text when 'all' then true
              when 'past' then o.ends_at <= ${which.now}::timestamptz else o.ends_at > ${which.now}::timestamptz end`
  const isEarliestFirst = 'next' in which || ('filter' in which && which.filter === 'future')
  const order =
    'orderIds' in which || 'id' in which || 'ids' in which
      ? sql`k.position, k.id`
      : isEarliestFirst
        ? sql`o.starts_at, k.id`
        : sql`o.starts_at desc, k.id desc`
  const limit = 'next' in which ? which.next : 'limit' in which ? (which.limit ?? null) : null
  // A few of many are chosen before all that is displayed of a booking is read. The offset keeps the planner from walking
  // through all occurrences in the order of their time until it meets one of this customer.
  const chosen =
    limit === null
      ? condition
      : sql`k.id = any(array(
          select mine.id from (
            select k.id, o.starts_at from booking k join occurrence o on o.id = k.occurrence_id where ${condition} offset 0
          ) mine
          order by ${isEarliestFirst ? sql`mine.starts_at, mine.id` : sql`mine.starts_at desc, mine.id desc`} limit ${limit}))`
  const { rows } = await sql<BookingRow>`
    select k.id, k.uuid, co.operator_id, k.order_id, co.reference as order_reference, co.source, k.customer_id,
      buyer.closed_at is not null as is_account_closed, k.person_id, bi.for_guest as is_for_guest,
      bi.customer_reference is not null as has_reference,
      case when bi.for_guest then coalesce((
          select string_agg(distinct at.first_name || ' ' || at.last_name, ', ')
          from waiver w join attendee at on at.id = w.attendee_id where w.basket_item_id = bi.id
        ), 'Guest') else coalesce(p.first_name, co.payer_first_name) end as first_name,
      case when bi.for_guest then '' else coalesce(p.last_name, co.payer_last_name) end as last_name,
      asks_proof_of_age(bi.pricing_option_id, p.date_of_birth, k.quantity) as asks_proof_of_age,
      k.id_form, k.quantity, k.price, k.vat_rate, k.tax, k.status, k.access_code, k.sequence, k.position,
      k.created_at, k.cancelled_at, k.moved_at, k.move_refund, o.id as occurrence_id, o.status as occurrence_status, o.public_id, o.composite_key, o.starts_at, o.ends_at,
      o.local_date, o.name, t.name as ticket_name, a.name as activity_name, a.slug as activity_slug,
      -- As bought, or as they are now where that is better for the buyer; a fee of null is the whole price.
      least(k.free_cancel_minutes, a.free_cancel_minutes) as free_cancel_minutes,
      least(k.late_cancel_fee, a.late_cancel_fee) as late_cancel_fee, op.refunds_to,
      coalesce(buyer.created_at > co.placed_at, false) as was_visitors,
      (select coalesce(json_agg(json_build_object('id', y.id, 'tenderType', y.tender_type, 'creditType', y.credit_type,
          'amount', y.amount, 'status', y.status,
          'refunded', (select coalesce(sum(r.amount), 0) from refund r where r.payment_id = y.id)) order by y.id),
          '[]'::json)
        from order_payment y where y.order_id = k.order_id) as tenders,
      exists (select 1 from package_use u where u.basket_item_id = k.basket_item_id and u.state = 'used') as is_by_package,
      (select coalesce(json_agg(json_build_object('destination', r.destination, 'amount', r.amount,
          'status', r.status) order by r.id), '[]'::json)
        from refund r where r.booking_id = k.id and r.penalty_id is null) as refunds, v.id as venue_id, v.slug as venue_slug, v.name as venue_name,
      v.venue_type, v.timezone, v.address_line_one, v.town, v.postcode, v.lat, v.lng, l.id as location_id,
      l.slug as location_slug, coalesce(nullif(o.meeting_point, ''), l.name) as location_name,
      case when k.status in ('cancelled', 'cancelled_by_venue') then '' else coalesce(o.join_link, a.join_link) end as join_link,
      a.what_to_bring
    from booking k
    join customer_order co on co.id = k.order_id
    join basket_item bi on bi.id = k.basket_item_id
    left join ticket_type t on t.id = bi.ticket_type_id
    join occurrence o on o.id = k.occurrence_id
    join activity a on a.id = o.activity_id
    join venue v on v.id = o.venue_id
    join operator op on op.id = v.operator_id
    join location l on l.id = o.location_id
    left join customer p on p.id = k.person_id
    left join customer buyer on buyer.id = k.customer_id
    where ${chosen}
    order by ${order}`.execute(tx)
  return rows
}

/** The bookings of an order, in its order. */
export const bookingsOf = createBatchedStatement(
  async (tx, orderIds: number[]): Promise<BookingRow[][]> => {
    const bookings = await bookingsWhere(tx, { orderIds })
    return orderIds.map((wanted) => bookings.filter(({ orderId }) => orderId === wanted))
  },
  { name: 'bookings_of_orders', batchSize: 64, inFlight: 1 },
)

export type BookedRow = { id: number; operatorId: number; email: string | null }

/** The bookings that stand of a session, also of people checked in, with where their buyers are written to. */
export const bookedOf = async (tx: Tx, occurrenceIds: readonly number[]): Promise<BookedRow[]> => {
  const { rows } = await sql<BookedRow>`
    select b.id, o.operator_id, coalesce(nullif(c.email, ''), o.email) as email
    from booking b join customer_order o on o.id = b.order_id left join customer c on c.id = b.customer_id
    where b.occurrence_id = any(${[...occurrenceIds]}::int[]) and b.status in ('booked', 'attended', 'not_attended') order by b.id`.execute(
    tx,
  )
  return rows
}

/** The bookings that lines of a basket became. */
export const bookingsOfItems = async (
  tx: Tx,
  itemIds: readonly number[],
): Promise<{ id: number; itemId: number }[]> => {
  const { rows } = await sql<{ id: number; itemId: number }>`
    select b.id, b.basket_item_id as item_id from booking b
    where b.basket_item_id = any(${itemIds}::int[]) order by b.id`.execute(tx)
  return rows
}

/** Calendars accept the higher sequence. */
export const raiseSequence = async (tx: Tx, occurrenceId: number): Promise<void> => {
  await sql`
    update booking set sequence = sequence + 1
    where occurrence_id = ${occurrenceId} and status in ('booked', 'attended', 'not_attended')`.execute(tx)
}

/** The same with a text for each. */
export const saveNotices = async (
  tx: Tx,
  notices: readonly { bookingId: number; notice: string }[],
): Promise<void> => {
  await sql`
    update booking set customer_notice = n.notice
    from unnest(${notices.map(({ bookingId }) => bookingId)}::int[], ${notices.map(({ notice }) => notice)}::text[])
      as n (booking_id, notice)
    where id = n.booking_id`.execute(tx)
}

export const saveNotice = async (tx: Tx, bookingIds: readonly number[], notice: string): Promise<void> => {
  await sql`update booking set customer_notice = ${notice} where id = any(${bookingIds}::int[])`.execute(tx)
}

/** Milliseconds before a session from which people are let in: whoever has come for it by then is there. */
const admittedBeforeMs = 3_600_000

/**
 * People who had come on the day that was planned have yet to come on the new one: their check-in is undone, unless the
 * session is still today or about to begin.
 * @returns the bookings
 */
export const undoEarlyCheckIns = async (tx: Tx, occurrenceId: number, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    update booking b set status = 'booked', attendance_at = null, attendance_by = null
    from occurrence o join venue v on v.id = o.venue_id
    where o.id = ${occurrenceId} and b.occurrence_id = o.id and b.status = 'attended'
      and o.local_date > (${now}::timestamptz at time zone v.timezone)::date
      and o.starts_at > ${new Date(now.getTime() + admittedBeforeMs)}
    returning b.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A booking with what cancelling it needs. */
type CancellationContext = {
  id: number
  holdId: number
  basketItemId: number
  venueId: number
  orderEmail: string | null
}

export const cancellationContextsOf = async (
  tx: Tx,
  bookingIds: readonly number[],
): Promise<CancellationContext[]> => {
  const { rows } = await sql<CancellationContext>`
    select b.id, b.hold_id, b.basket_item_id, o.venue_id, coalesce(nullif(c.email, ''), co.email) as order_email
    from booking b join occurrence o on o.id = b.occurrence_id join customer_order co on co.id = b.order_id
    left join customer c on c.id = b.customer_id
    where b.id = any(${bookingIds}::int[]) order by b.id`.execute(tx)
  return rows
}

/** Marks a booking as cancelled; calendars accept the higher sequence. */
export const markCancelled = async (
  tx: Tx,
  bookingId: number,
  status: 'cancelled' | 'cancelled_by_venue',
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('booking')
    .set((eb) => ({ status, cancelledAt: now, sequence: eb('sequence', '+', 1) }))
    .where('id', '=', bookingId)
    .execute()
}

/**
 * Bookings of sessions that the venue has cancelled and that end after an instant, a few orders at a time; those of
 * people who had checked in before the start are among them. A session with bookings has places taken: a timetable that
 * was made anew leaves thousands without any.
 */
export const cancelledOccurrences = async (
  tx: Tx,
  endsAfter: Date,
  limit: number,
): Promise<{ orderId: number; ids: number[] }[]> => {
  const { rows } = await sql<{ orderId: number; ids: number[] }>`
    select b.order_id, array_agg(b.id order by b.id) as ids
    from occurrence o join booking b on b.occurrence_id = o.id
      and (b.status = 'booked' or (b.status = 'attended' and b.attendance_at < o.starts_at))
    where o.status <> 'scheduled' and o.ends_at > ${endsAfter} and o.places_taken > 0
      and not is_call_off_pending(o.id)
    group by b.order_id order by b.order_id limit ${limit}`.execute(tx)
  return rows
}

/** The amount of a penalty that is still to be paid, in pence. */
export const outstandingPenalty = async (tx: Tx, penaltyId: number): Promise<number | undefined> => {
  const row = await tx
    .selectFrom('penalty')
    .select('amount')
    .where('id', '=', penaltyId)
    .where('status', '=', sql.lit('outstanding'))
    .executeTakeFirst()
  return row?.amount
}
