import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { AuditAct } from '#contract/audit.ts'
import type { Actor } from './actor.ts'
import type { Tx } from './database.ts'

/** What staff did, as the audit log stores it and the customer's own data names it. */
export const acts = {
  checkedIn: 'checked in',
  markedAbsent: 'marked absent',
  attendanceUndone: 'attendance undone',
  bookingCancelled: 'booking cancelled',
  bookingRefunded: 'booking refunded',
  orderVoided: 'sale taken back',
  bookingMoved: 'booking moved',
  refundPaidOut: 'refund paid out',
  paymentTaken: 'payment taken',
  customersSearched: 'customers searched',
  ordersSearched: 'orders searched',
  customerOpened: 'customer opened',
  customerRegistered: 'customer registered',
  detailsChanged: 'details changed',
  dataGiven: 'data given to the customer',
  documentAdded: 'document added',
  documentReviewed: { accepted: 'document accepted', refused: 'document refused' },
  familyPersonAdded: 'family member added',
  familyPersonChanged: 'family member changed',
  familyPersonConfirmed: 'family member confirmed',
  familyPersonRemoved: 'family member removed',
  familyInvitationSent: 'family invitation sent',
  familyInvitationWithdrawn: 'family invitation withdrawn',
  guestPassSent: 'guest pass sent',
  guestPassWithdrawn: 'guest pass withdrawn',
  guestPassOpened: 'guest pass opened',
  guestAdmitted: 'guest admitted',
  guestAdmissionUndone: 'guest admission undone',
  joiningStarted: 'membership joining started',
  waiversGiven: 'waivers agreed to',
  inductionGiven: 'induction given',
  inductionWithdrawn: 'induction withdrawn',
  savedCardRemoved: 'saved card removed',
  membershipCancelled: 'membership cancelled',
  membershipContinued: 'membership cancellation withdrawn',
  membershipWithdrawn: 'membership withdrawn from',
  planChanged: 'membership plan changed',
  planChangeUndone: 'planned change of membership taken back',
  membersChanged: 'membership members changed',
  membershipFrozen: 'membership frozen',
  freezeWithdrawn: 'planned freeze withdrawn',
  freezeEnded: 'membership freeze ended',
  missedPaymentDecided: {
    owed: 'missed membership payment charged',
    waived: 'missed membership payment waived',
  },
  penaltyWaived: 'penalty waived',
  penaltyRefunded: 'penalty refunded',
  tillChosen: 'till chosen',
  broadcastSent: 'message to many sent',
  broadcastApproved: 'message to many approved',
  broadcastStopped: 'message to many stopped',
  audienceSaved: 'list of people saved',
  audienceForgotten: 'list of people deleted',
  rehearsalBegun: 'rehearsal begun',
  rehearsalStopped: 'rehearsal stopped',
  reportSaved: 'report with people in it saved',
  reportScheduled: 'report scheduled',
  reportScheduleEnded: 'report schedule ended',
  tillOpened: 'till opened',
  tillMoved: { float_in: 'float put into a till', banking: 'cash banked', petty_cash: 'petty cash paid' },
  tillClosed: 'till closed',
  tillReopened: 'till opened again',
  waitlistJoined: 'waitlist joined',
  waitlistLeft: 'waitlist left',
  waitlistRejoined: 'left waitlist joined again',
  waitlistOffered: 'waitlist place offered',
  heldPlacesFreed: 'held places freed',
  placesClosed: 'places closed',
  closureTakenBack: 'closure taken back',
  closureConfirmed: 'closure confirmed',
  closureEnded: 'closure ended',
  fileClosureEnded: 'closure of the files ended',
  hirerAdded: 'hirer added',
  hirerChanged: 'hirer changed',
  hireMade: 'hire made',
  hireConfirmed: 'hire confirmed',
  hireDatesLeftOut: 'dates of a hire left out',
  hireEnded: 'hire ended',
  hireInvoicingChanged: 'invoicing of a hire changed',
  hireInvoiced: 'hire invoiced',
  hireInvoicePaid: 'invoice of a hire paid',
  venueChanged: 'venue changed',
  activityChanged: 'activity changed',
  priceSet: 'price set',
  priceTakenBack: 'coming price taken back',
  planPriceSet: 'price of a plan set',
  planPriceTakenBack: 'coming price of a plan taken back',
  filesValueTaken: 'value of the files taken',
  ownValueChosen: 'own value kept',
  filesWon: 'all values of the files taken',
  filesImported: 'files imported',
  catalogueChanged: 'catalogue changed',
  draftBegun: 'draft begun',
  draftDiscarded: 'draft discarded',
  draftScheduled: 'draft scheduled',
  draftUnscheduled: 'schedule of a draft taken back',
  draftHeldBack: 'draft held back',
  approvalRequested: 'approval of a draft requested',
  approvalWithdrawn: 'approval of a draft not wanted any more',
  draftApproved: 'draft approved',
  draftPublished: 'draft published',
  publicationUndone: 'publication undone',
  apiKeyMade: 'key of the API made',
  apiKeyRevoked: 'key of the API revoked',
  webhookAdded: 'webhook added',
  webhookChanged: 'webhook changed',
  webhookRemoved: 'webhook removed',
  webhookTested: 'webhook tested',
  webhookReplayed: 'webhook event sent again',
  staffAdded: 'staff added',
  staffChanged: 'staff changed',
  staffRemoved: 'staff removed',
  staffLeft: 'staff left',
  secondFactorReset: 'second factor reset',
  proposalDecided: {
    accepted: 'booking request accepted',
    rejected: 'booking request rejected',
    amended: 'booking request accepted for another session',
  },
  partnerRegistered: 'booking partner registered',
  partnerAllowed: 'booking partner allowed',
  partnerKeyReplaced: 'key of a booking partner replaced',
  partnerRevoked: 'booking partner revoked',
  sessionChanged: 'session changed',
  sessionReplaced: 'session of a booking replaced',
  sessionCalledOff: 'session cancelled',
  callOffTakenBack: 'cancellation of a session taken back',
  sessionCovered: 'instructor of a session replaced',
  sessionResized: 'places of a session changed',
  sessionNotified: 'message sent to a session',
  followUpDone: 'rung about a booking',
  bookedOnArrival: 'booked to pay on arrival',
  duePaid: 'payment at the venue taken',
} as const satisfies Readonly<Record<string, AuditAct | Readonly<Record<string, AuditAct>>>>

/** The key of the API by which the current call is made; it stands beside what the call records. */
const actingKey = new AsyncLocalStorage<number>()

/** Runs a call, all of whose acts are recorded with a key. */
export const actByKey = <T>(apiKeyId: number | undefined, run: () => T): T =>
  apiKeyId === undefined ? run() : actingKey.run(apiKeyId, run)

type Done = { forCustomerId: number | null; act: AuditAct; subject?: string; detail?: object }

type Entry = Done & { actorId: number }

/** Records an act of staff in the audit log, in the transaction of the act. `forCustomerId` is null for a walk-in. */
export const recordAudit = (tx: Tx, entry: Entry, now: Date): Promise<void> => recordAudits(tx, [entry], now)

/** The same of several acts at once, in their order. */
export const recordAudits = async (tx: Tx, entries: readonly Entry[], now: Date): Promise<void> => {
  const rows = entries.map(({ subject = '', detail = {}, ...entry }) => ({ ...entry, subject, detail }))
  await sql`
    insert into audit_entry (operator_id, at, actor_id, for_customer_id, act, subject, detail, api_key_id)
    select c.operator_id, ${now}, c.id, (e ->> 'forCustomerId')::int, e ->> 'act', e ->> 'subject', e -> 'detail',
      ${actingKey.getStore() ?? null}::int
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as entry (e, position)
    join customer c on c.id = (e ->> 'actorId')::int
    order by entry.position`.execute(tx)
}

/** Records what a program has done that the operator has run. */
export const recordProgram = async (
  tx: Tx,
  operatorId: number,
  { act, subject, detail }: { act: AuditAct; subject: string; detail: object },
  now: Date,
): Promise<void> => {
  await sql`
    insert into audit_entry (operator_id, at, act, subject, detail)
    values (${operatorId}, ${now}, ${act}, ${subject}, ${JSON.stringify(detail)}::jsonb)`.execute(tx)
}

/** Records what staff do in the account of the customer they have selected; nothing for customers themselves. */
export const auditForSelected = async (
  tx: Tx,
  { person, isStaff, customerId }: Pick<Actor, 'person' | 'isStaff' | 'customerId'>,
  done: Omit<Done, 'forCustomerId'>,
  now: Date,
): Promise<void> => {
  if (person === null || !isStaff || customerId === person.id) return
  await recordAudit(tx, { actorId: person.id, forCustomerId: customerId, ...done }, now)
}
