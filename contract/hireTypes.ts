import { z } from 'zod'
import { reach } from './bookings.ts'
import {
  count,
  day,
  emailAddress,
  hour,
  id,
  optional,
  optionalPhone,
  optionalText,
  otherwise,
  pence,
  text,
} from './fields.ts'
import { calendarDate, displayDate, displayMoney } from './shapes.ts'

/** How what is let to a hirer is taxed: a series of ten or more lets to a club, school or association may be exempt. */
export const vatTreatments = ['standard', 'exempt_series'] as const

/** From so many dates on a hire is a series. */
export const fewestOfSeries = 10

/** `lapsed`: it was provisional, and nobody confirmed it in time. */
export const hireStates = ['provisional', 'confirmed', 'running', 'ended', 'lapsed'] as const
export type HireState = (typeof hireStates)[number]

/** When a hire is invoiced: its dates of a month on the first of it, all of them on its first day, or by staff. */
export const invoicings = ['monthly', 'term', 'by_hand'] as const
export type Invoicing = (typeof invoicings)[number]

/** Hires reach so many days ahead, as far as the desk sells. */
export const mostHireDays = 400

/** What can be done about a date whose place is taken. */
export const dateActs = ['other_place', 'leave_out', 'call_off'] as const

export const hirerFields = {
  name: text(120),
  contact: optionalText(120),
  phone: optionalPhone(),
  email: optional(emailAddress),
  address: optionalText(500),
  vatTreatment: otherwise(z.enum(vatTreatments), 'standard'),
  /** Why their series are exempt; asked for where they are. */
  exemptReason: optionalText(300),
  termsDays: count,
  safeguardingUntil: optional(day()),
  insuranceUntil: optional(day()),
  note: optionalText(1000),
}

export const hirer = z
  .object({
    id: z.int(),
    name: z.string(),
    contact: z.string(),
    phone: z.string(),
    email: z.string(),
    address: z.string(),
    vatTreatment: z.enum(vatTreatments),
    exemptReason: z.string(),
    termsDays: z.int(),
    safeguardingUntil: displayDate.nullable(),
    insuranceUntil: displayDate.nullable(),
    note: z.string(),
  })
  .meta({ id: 'Hirer' })
export type Hirer = z.output<typeof hirer>

/** A paper of a hirer that ends soon or has ended. */
export const hirerPaper = z
  .object({
    hirerId: z.int(),
    hirer: z.string(),
    what: z.enum(['safeguarding', 'insurance']),
    until: displayDate,
    isOver: z.boolean(),
  })
  .meta({ id: 'HirerPaper' })
export type HirerPaper = z.output<typeof hirerPaper>

/** Who or what has a place that a hire is to have. */
const occupant = z.object({
  kind: z.enum(['session', 'booking', 'block', 'basket', 'hire', 'planned']),
  /** Of the session, or what the hirer comes for. */
  name: z.string(),
  /** Those who have it, where that is known. */
  who: z.string(),
  phone: z.string(),
  /** Places of it that people have booked. */
  booked: z.int(),
  /** Staff may have it called off. */
  canBeCalledOff: z.boolean(),
})
export type Occupant = z.output<typeof occupant>

export const place = z.object({ id: z.int(), name: z.string() })

const hireDayShape = z.object({
  date: calendarDate,
  locationId: z.int(),
  place: z.string(),
  /** `decided`: it was taken, and is let elsewhere, left out or its occupant called off. */
  state: z.enum(['free', 'taken', 'decided', 'closed', 'excepted']),
  takenBy: z.array(occupant),
  decision: z.enum(dateActs).nullable(),
  /** Where it is let instead. */
  otherPlace: place.nullable(),
  /** Places that are free at that time. */
  others: z.array(place),
  /** Why the place is closed, or the date excepted; `''` where nothing is said. */
  reason: z.string(),
})
export interface HireDay extends z.output<typeof hireDayShape> {}
const hireDay: z.ZodType<HireDay, HireDay> = hireDayShape.meta({ id: 'HireDay' })

const effectShape = z.object({
  /** Another one as soon as something else would happen. Who lets names the one they have seen. */
  digest: z.string(),
  days: z.array(hireDay),
  /** Dates that would be let, and those that are taken without a decision. */
  lets: z.int(),
  undecided: z.int(),
  minutes: z.int(),
  total: displayMoney,
  /** Ten or more lets to a hirer whose series are exempt. */
  isExempt: z.boolean(),
  /** What calling off does. */
  calledOff: z.int(),
  bookings: z.int(),
  refundTotal: displayMoney,
  reach,
})
export interface HireEffect extends z.output<typeof effectShape> {}
export const effect: z.ZodType<HireEffect, HireEffect> = effectShape.meta({ id: 'HireEffect' })

export const wanted = {
  hirerId: id,
  venue: z.string(),
  locationIds: z.array(id).min(1, 'Choose a place.').max(20),
  /** 1 is Monday. */
  weekdays: z.array(z.int().min(1).max(7)).min(1, 'Choose at least one day.').max(7),
  start: hour,
  end: hour,
  from: day(),
  until: day(),
  except: otherwise(z.array(z.object({ from: day(), until: day(), reason: optionalText(100) })).max(20), []),
  priceBy: z.enum(['hour', 'date']),
  /** In pence: of an hour, or of a date. */
  price: pence,
  /** About dates that are taken. */
  decisions: otherwise(
    z.array(z.object({ day: day(), locationId: id, act: z.enum(dateActs), otherId: optional(id) })).max(400),
    [],
  ),
}

const hireDate = z.object({
  id: z.int(),
  date: calendarDate,
  place: z.string(),
  price: displayMoney,
  /** `waiting`: a session that was called off has the floor for a minute still. */
  state: z.enum(['let', 'waiting', 'left_out']),
  isOver: z.boolean(),
})

const hirersHireShape = z.object({
  id: z.int(),
  name: z.string(),
  venue: z.object({ slug: z.string(), name: z.string() }),
  state: z.enum(hireStates),
  places: z.array(z.string()),
  weekdays: z.array(z.int()),
  start: z.string(),
  end: z.string(),
  from: displayDate,
  until: displayDate,
  priceBy: z.enum(['hour', 'date']),
  price: displayMoney,
  deposit: displayMoney,
  isExempt: z.boolean(),
  lapsesOn: displayDate.nullable(),
  exceptions: z.array(z.object({ from: displayDate, until: displayDate, reason: z.string() })),
  dates: z.array(hireDate),
})
/** As the hirer sees it. */
export interface HirersHire extends z.output<typeof hirersHireShape> {}
export const hirersHire: z.ZodType<HirersHire, HirersHire> = hirersHireShape.meta({ id: 'HirersHire' })

const hireShape = hirersHireShape.extend({
  nominalCode: z.string(),
  note: z.string(),
  invoicing: z.enum(invoicings),
})
export interface Hire extends z.output<typeof hireShape> {}
export const hire: z.ZodType<Hire, Hire> = hireShape.meta({ id: 'Hire' })

/** What the office records as paid: a transfer to the bank, or what the desk takes. */
export const recordedTenders = ['transfer', 'card_terminal', 'cash', 'cheque'] as const
export type RecordedTender = (typeof recordedTenders)[number]

/** What pays an invoice. `card`: the hirer pays on the page of their link. */
export const hireTenders = [...recordedTenders, 'card'] as const
export type HireTender = (typeof hireTenders)[number]

/** VAT of what is let and is not exempt, in hundredths of a per cent. */
export const standardVatRate = 2000

const invoiceLine = z.object({
  /** Of a date; null for the deposit. */
  date: calendarDate.nullable(),
  place: z.string(),
  times: z.string(),
  amount: displayMoney,
})

const invoiceShape = z.object({
  id: z.int(),
  /** Without gaps for an operator, credit notes among them. */
  number: z.int(),
  kind: z.enum(['invoice', 'credit_note']),
  /** Of the invoice that a credit note takes something off. */
  creditsNumber: z.int().nullable(),
  hireId: z.int(),
  hire: z.string(),
  hirerId: z.int(),
  hirer: z.string(),
  address: z.string(),
  issuedOn: displayDate,
  dueOn: displayDate,
  isOverdue: z.boolean(),
  lines: z.array(invoiceLine),
  total: displayMoney,
  vat: displayMoney,
  isExempt: z.boolean(),
  /** What is to be paid with its credit notes taken off; less than 0: to be paid back. */
  owed: displayMoney,
  /** What was paid of it, or of a credit note paid back (less than 0), the first first. */
  payments: z.array(z.object({ on: displayDate, tender: z.enum(hireTenders), amount: displayMoney })),
})
export interface HireInvoice extends z.output<typeof invoiceShape> {}
export const invoice: z.ZodType<HireInvoice, HireInvoice> = invoiceShape.meta({ id: 'HireInvoice' })
