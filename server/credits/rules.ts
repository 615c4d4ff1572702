/** The two types of credit: general pays for anything a customer buys; membership credit comes with a membership. */
const creditTypes = ['general', 'membership'] as const

export type CreditType = (typeof creditTypes)[number]

/** Pence of one lot, and the last day they can be used; null: no expiry. */
export type LotPart = { lotId: number; amount: number; expiresOn: string | null }

/** Whether credit can be used on a day in the operator's time zone. */
export const isValid = ({ expiresOn }: { expiresOn: string | null }, today: string): boolean =>
  expiresOn === null || expiresOn >= today

const forEver = '9999-12-31'

/** Earliest expiry first; lots without one last, oldest first. */
const firstToExpireFirst = (one: LotPart, other: LotPart): number =>
  (one.expiresOn ?? forEver).localeCompare(other.expiresOn ?? forEver) || one.lotId - other.lotId

/** Takes pence lot by lot, earliest expiry first. null when the lots contain too little. */
export const drawFromLots = (lots: readonly LotPart[], amount: number): LotPart[] | null => {
  const parts = takeUpTo(lots.toSorted(firstToExpireFirst), amount)
  return sumOf(parts) === amount ? parts : null
}

/** Which lots a partial refund goes to: those that expire last, so that the least is lost. */
export const refundPartsOf = (taken: readonly LotPart[], amount: number): LotPart[] =>
  takeUpTo(
    taken.toSorted((one, other) => firstToExpireFirst(other, one)),
    amount,
  )

const takeUpTo = (lots: readonly LotPart[], amount: number): LotPart[] => {
  const parts: LotPart[] = []
  let missing = amount
  for (const lot of lots) {
    const taken = Math.min(lot.amount, missing)
    if (taken <= 0) continue
    parts.push({ ...lot, amount: taken })
    missing -= taken
  }
  return parts
}

export const sumOf = (parts: readonly { amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0)

/**
 * The part of the reservations that a total can use. Membership credit is used first, because it pays for fewer
 * things.
 * @returns pence by type, each at most what is reserved
 */
export const applicableCredit = (
  reserved: Readonly<Record<CreditType, number>>,
  total: number,
): Record<CreditType, number> => {
  const membership = Math.min(reserved.membership, total)
  return { membership, general: Math.min(reserved.general, total - membership) }
}

/** The reservations, limited to a total. */
export const applicablePayments = <P extends { type: CreditType; amount: number }>(
  reserved: readonly P[],
  total: number,
): P[] => {
  const room = applicableCredit(byType(reserved), total)
  return reserved.flatMap((one) => (room[one.type] > 0 ? [{ ...one, amount: room[one.type] }] : []))
}

/** Pence by type. */
export const byType = (
  parts: readonly { type: CreditType; amount: number }[],
): Record<CreditType, number> => ({
  general: sumOf(parts.filter(({ type }) => type === 'general')),
  membership: sumOf(parts.filter(({ type }) => type === 'membership')),
})
