/** A session or a court for tests of booking. */
export type TestOpportunity = {
  kind: 'classes' | 'courts'
  /** Pence, 20 % VAT in it. */
  price: number
  capacity: number
  isOver: boolean
  releaseMinutes: number | null
  freeCancelMinutes: number
  customerRefund: boolean
  prepayment: 'required' | 'optional' | 'unavailable' | null
  needsApproval: boolean
  needsAttendee: boolean
  hasQuestion: boolean
  /** Where people take part online; '' where they do not. */
  joinLink: string
}
