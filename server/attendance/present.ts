import type { CheckedInSelf, DeskSession, Expected, Marked, Waiting } from '#contract/attendance.ts'
import type { Money } from '#contract/money.ts'
import { ageInYears, instant, time } from '#contract/time.ts'
import { countPlaces } from '#server/timetable/rules.ts'
import type { ExpectedRow, SessionRow, WaitingRow } from './queries.ts'

export const presentSession = (row: SessionRow): DeskSession => {
  const { startsAt, endsAt, status, timezone, confirmedPlaces, heldPlaces, waitingPlaces, ...rest } = row
  const isScheduled = status === 'scheduled'
  return {
    ...rest,
    startsAt: time(startsAt, timezone),
    endsAt: time(endsAt, timezone),
    begins: instant(startsAt),
    ends: instant(endsAt),
    spaces: isScheduled ? countSpaces({ ...rest, confirmedPlaces, heldPlaces, waitingPlaces }) : 0,
    cancelled: !isScheduled,
  }
}

const countSpaces = ({
  capacity,
  confirmedPlaces,
  heldPlaces,
  waitingPlaces,
  floorInUse,
}: Pick<
  SessionRow,
  'capacity' | 'confirmedPlaces' | 'heldPlaces' | 'waitingPlaces' | 'floorInUse'
>): number => {
  const places = {
    capacity,
    fewest: 1,
    confirmed: confirmedPlaces,
    held: heldPlaces,
    offered: 0,
    deskPlaces: 0,
    waiting: waitingPlaces,
    firstEnd: null,
    claims: floorInUse ? [{ holdId: null, basketId: null, heldUntil: null, isDeskOnly: false }] : [],
  }
  return countPlaces(places, null, 0).spaces
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

export const presentCheckedInSelf = (row: ExpectedRow): CheckedInSelf => {
  const { title } = presentExpected(row, null)
  const { firstName, quantity, startsAt, timezone, locationName } = row
  return { firstName, title, quantity, startsAt: time(startsAt, timezone), locationName }
}

export const presentWaiting = (row: WaitingRow): Waiting => ({
  ...row,
  joinedAt: instant(row.joinedAt),
  offerExpiresAt: row.offerExpiresAt === null ? null : instant(row.offerExpiresAt),
})
