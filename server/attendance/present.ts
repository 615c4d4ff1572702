import type { DeskSession, Expected, Marked, Waiting } from '#contract/attendance.ts'
import { ageInYears, instant, time } from '#contract/time.ts'
import type { ExpectedRow, SessionRow, WaitingRow } from './queries.ts'

export const presentSession = (row: SessionRow): DeskSession => {
  const { startsAt, endsAt, status, timezone, ...rest } = row
  return {
    ...rest,
    startsAt: time(startsAt, timezone),
    endsAt: time(endsAt, timezone),
    begins: instant(startsAt),
    ends: instant(endsAt),
    cancelled: status !== 'scheduled',
  }
}

export const presentExpected = (row: ExpectedRow): Expected => ({
  bookingId: row.bookingId,
  orderId: row.orderId,
  orderReference: row.orderReference,
  status: row.status === 'attended' || row.status === 'not_attended' ? row.status : 'booked',
  firstName: row.firstName,
  lastName: row.lastName,
  customerId: row.personId ?? row.customerId,
  customerReference: row.personReference,
  boughtBy: row.buyerName,
  title: row.ticketName === null ? row.name : `${row.name}, ${row.ticketName}`,
  quantity: row.quantity,
  accessCode: row.accessCode,
  attendanceAt: row.attendanceAt === null ? null : instant(row.attendanceAt),
  age: row.dateOfBirth === null ? null : ageInYears(row.dateOfBirth, row.localDate),
})

export const presentMarked = (row: ExpectedRow): Marked => ({
  expected: presentExpected(row),
  session: {
    id: row.sessionId,
    name: row.sessionName,
    startsAt: time(row.startsAt, row.timezone),
    locationName: row.locationName,
  },
})

export const presentWaiting = (row: WaitingRow): Waiting => ({
  ...row,
  joinedAt: instant(row.joinedAt),
  offerExpiresAt: row.offerExpiresAt === null ? null : instant(row.offerExpiresAt),
})
