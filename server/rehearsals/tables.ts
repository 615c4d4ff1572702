/*
 * What of the database a rehearsal copies. A table that is not in this list stays empty: log-ins, cards, messages,
 * payments, memberships, partners. What is copied of people is made up on the way, so that no name leaves the database.
 */

/** A column, and the SQL of what the copy has in it. */
type Replaced = Readonly<Record<string, string>>

export type CopiedTable = { where?: string; replaced?: Replaced }

const nothing = "''"
const noValue = 'null'

/**
 * The tables, and which of their rows. Rows whose reference leads to none that is copied go, or lose it where they may.
 * @param from sessions that begin from then on are copied, with who has places of them
 */
export const copiedTables = (from: Date): Readonly<Record<string, CopiedTable>> => {
  const sessions = `(select id from occurrence where starts_at >= '${from.toISOString()}')`
  const holds = `(select id from hold where state in ('held', 'confirmed') and occurrence_id in ${sessions})`
  const bookings = `(select * from booking where hold_id in ${holds})`
  const lines = `(select * from basket_item where hold_id in ${holds}
    or id in (select basket_item_id from ${bookings} b))`
  const orders = `(select * from customer_order where id in (select order_id from ${bookings} b))`
  const baskets = `(select * from basket where id in (select basket_id from ${lines} l)
    or id in (select basket_id from ${orders} o) or id in (select basket_id from hold where id in ${holds}))`
  const waiting = `(select * from waitlist_entry where occurrence_id in ${sessions} and ended_at is null)`
  const people = `(select person_id from hold where id in ${holds}
    union select unnest(array[customer_id, person_id]) from ${bookings} b
    union select customer_id from ${orders} o
    union select unnest(array[customer_id, priced_for_id]) from ${baskets} k
    union select purchased_for_id from ${lines} l
    union select unnest(array[person_id, joined_by_id]) from ${waiting} w)`
  return {
    operator: {
      replaced: {
        phone: nothing,
        email: nothing,
        proposal_email: nothing,
        take_over_email: nothing,
        payee_name: nothing,
        payee_account: nothing,
        payee_provider: nothing,
      },
    },
    theme: {},
    terms: {},
    venue: { replaced: { phone: nothing, email: nothing } },
    space: {},
    location: {},
    location_space: {},
    instructor: { replaced: { name: "'Instructor ' || t.id", slug: "'instructor-' || t.id" } },
    tag: {},
    // No age is asked of people who are made up, and no link is theirs.
    activity: { replaced: { age_min: noValue, age_max: noValue, join_link: nothing } },
    activity_location: {},
    ticket_type: { replaced: { age_min: noValue, age_max: noValue } },
    pricing_option: {},
    price_step: { replaced: { set_by: noValue } },
    series: {},
    series_location: {},
    block_booking: { replaced: { note: nothing } },
    opened_day: {},
    venue_closing: { replaced: { reason: nothing, note: nothing } },
    closure: { replaced: { reason: nothing } },
    occurrence: { where: `t.id in ${sessions}`, replaced: { join_link: noValue } },
    call_off: { where: `t.occurrence_id in ${sessions}`, replaced: { reason: nothing } },
    hirer: {
      replaced: {
        name: "'Hirer ' || t.id",
        contact: nothing,
        phone: nothing,
        email: nothing,
        address: nothing,
        exempt_reason: "case t.exempt_reason when '' then '' else 'made up' end",
        note: nothing,
      },
    },
    hire: { replaced: { name: "'Hire ' || t.id", note: nothing } },
    hire_date: { where: `t.ends_at >= '${from.toISOString()}'` },
    customer: {
      where: `t.id in ${people}`,
      replaced: {
        reference: "'R' || t.id",
        email: "'person-' || t.id || '@rehearsal.invalid'",
        password_hash: noValue,
        role: "'customer'",
        staff_level: noValue,
        first_name: "'Person'",
        last_name: "'No. ' || t.id",
        date_of_birth: noValue,
        phone: nothing,
        address_line_one: nothing,
        address_line_two: nothing,
        city: nothing,
        postcode: nothing,
        emergency_contact_name: nothing,
        emergency_contact_phone: nothing,
        source: nothing,
        medical_notes: nothing,
        marketing_consent: 'false',
        closed_at: noValue,
        account_limit: noValue,
      },
    },
    basket: {
      where: `t.id in (select id from ${baskets} k)`,
      replaced: {
        login_digest: noValue,
        notices: "'[]'::jsonb",
        network: noValue,
        network_56: noValue,
        network_48: noValue,
      },
    },
    basket_item: {
      where: `t.id in (select id from ${lines} l)`,
      replaced: { customer_reference: noValue, member_id: noValue, added_by: "'[]'::jsonb" },
    },
    hold: { where: `t.id in ${holds}` },
    space_claim: {
      where: `t.hold_id in ${holds} or t.occurrence_id in ${sessions}
        or t.hire_date_id in (select id from hire_date where ends_at >= '${from.toISOString()}')`,
    },
    waitlist_entry: { where: `t.id in (select id from ${waiting} w)` },
    customer_order: {
      where: `t.id in (select id from ${orders} o)`,
      replaced: {
        reference: "'R' || t.id",
        email: "case when t.email is null then null else 'order-' || t.id || '@rehearsal.invalid' end",
        payer_first_name: nothing,
        payer_last_name: nothing,
        payer_phone: nothing,
        items: "'[]'::jsonb",
        item_hash: nothing,
      },
    },
    booking: {
      where: `t.id in (select id from ${bookings} b)`,
      replaced: { access_code: "'R' || t.id", attendance_by: noValue, customer_notice: noValue },
    },
  }
}
