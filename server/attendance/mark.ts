import type { AuditAct } from '#contract/audit.ts'
import type { Expected, Marked } from '#contract/attendance.ts'
import { money } from '#contract/money.ts'
import type { Money } from '#contract/money.ts'
import { ageInYears, instant, localDay, time } from '#contract/time.ts'
import { chargeAbsence, refundMissedPenalty, setAttendance } from '#server/bookings/attendance.ts'
import { photoAddress, photosOf } from '#server/documents/list.ts'
import { waiveMissedPenalty } from '#server/penalties/waive.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { whyChanged, whyNotMarked } from './rules.ts'
import type { Attendance } from './rules.ts'
import { expectedWhere, lockBooking } from './sql.ts'
import type { ExpectedRow } from './sql.ts'

/**
 * Records attendance or absence, or undoes it.
 * @param marking.from what the caller sees
 * @throws Refusal `booking_cancelled`, `too_early`, `changed_meanwhile`
 */
export const markAttendance = async (
  tx: Tx,
  actor: Actor,
  { bookingId, status: as, from }: { bookingId: number; status: Attendance; from?: Attendance | undefined },
  now: Date,
): Promise<Marked> => {
  await lockBooking(tx, bookingId)
  const [booking] = await expectedWhere(tx, { bookingId })
  if (booking === undefined || booking.operatorId !== actor.operator.id) throw notFound()
  const why = whyNotMarked(booking, as, now, localDay(now, booking.timezone))
  if (why !== null) throw new Refusal(why.code, why.message)
  const changed = whyChanged(booking, { as, from })
  if (changed !== null) throw new Refusal('changed_meanwhile', changed)
  return mark(tx, actor, booking, as, now)
}

const actOf: Readonly<Record<Attendance, AuditAct>> = {
  attended: acts.checkedIn,
  not_attended: acts.markedAbsent,
  booked: acts.attendanceUndone,
}

export const mark = async (
  tx: Tx,
  actor: Actor,
  booking: ExpectedRow,
  as: Attendance,
  now: Date,
): Promise<Marked> => {
  const { id: actorId } = staffOf(actor)
  const { bookingId } = booking
  const { personId } = booking
  const photos = await photosOf(tx, personId === null ? [] : [personId])
  const present = (row: ExpectedRow, refunded = 0): Marked => {
    const refund = refunded === 0 ? null : money(refunded, actor.operator.currencySymbol)
    return presentMarked(row, photoAddress(actor.site, photos.get(personId ?? 0) ?? null), now, refund)
  }
  if (booking.status === as) return present(booking)
  await setAttendance(
    tx,
    bookingId,
    as === 'booked' ? { status: as, at: null, by: null } : { status: as, at: now, by: actorId },
  )
  // An absence raises the activity's penalty; correcting the absence waives it, or refunds it where it was paid.
  if (as === 'not_attended') await chargeAbsence(tx, { operatorId: actor.operator.id, bookingId }, now)
  else await waiveMissedPenalty(tx, bookingId, actorId, now)
  const refunded = as === 'attended' ? await refundMissedPenalty(tx, actor, bookingId, now) : 0
  const forCustomerId = booking.personId ?? booking.customerId
  await recordAudit(tx, { actorId, forCustomerId, act: actOf[as], subject: `booking:${bookingId}` }, now)
  return present({ ...booking, status: as, attendanceAt: as === 'booked' ? null : now }, refunded)
}

export const presentExpected = (row: ExpectedRow, profilePhoto: string | null): Expected => ({
  bookingId: row.bookingId,
  orderId: row.orderId,
  orderReference: row.orderReference,
  status: row.status === 'attended' || row.status === 'not_attended' ? row.status : 'booked',
  firstName: row.firstName,
  lastName: row.lastName,
  customerId: row.personId ?? row.customerId,
  customerReference: row.personReference,
  boughtBy: row.buyerName,
  soldByPartner: row.soldByPartner,
  title: row.ticketName === null ? row.name : `${row.name}, ${row.ticketName}`,
  quantity: row.quantity,
  accessCode: row.accessCode,
  attendanceAt: row.attendanceAt === null ? null : instant(row.attendanceAt),
  age: row.dateOfBirth === null ? null : ageInYears(row.dateOfBirth, row.localDate),
  proofOfAge: row.asksProofOfAge,
  profilePhoto,
  medicalNotes: row.medicalNotes,
  emergencyContact: row.emergencyContact,
  phone: row.phone,
  toPay: row.toPay === null ? null : money(row.toPay, row.currencySymbol),
  waivers: row.waivers,
})

export const presentMarked = (
  row: ExpectedRow,
  profilePhoto: string | null,
  now: Date,
  penaltyRefund: Money | null = null,
): Marked => ({
  expected: presentExpected(row, profilePhoto),
  session: {
    id: row.sessionId,
    name: row.sessionName,
    startsAt: time(row.startsAt, row.timezone),
    locationName: row.locationName,
    minutesToStart: Math.ceil((row.startsAt.getTime() - now.getTime()) / 60_000),
  },
  penaltyRefund,
})
