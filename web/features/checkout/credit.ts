import type { Basket } from '#contract/baskets.ts'

export type CreditType = 'general' | 'membership'

/** Credit of one kind that pays or could pay, in pence. */
export type CreditChoice = {
  type: CreditType
  /** What it pays now; 0 while it is not used. */
  used: number
  /** What it could pay beside the other kind. */
  max: number
  /** What is left of it afterwards. */
  remaining: number
}

/** Membership credit is used first: it can be used for less. */
const types = ['membership', 'general'] as const

/** A kind of credit that could pay nothing is not offered. */
export const creditChoices = ({ credits, payments }: Pick<Basket, 'credits' | 'payments'>): CreditChoice[] =>
  types.flatMap((type) => {
    const used = payments.find((payment) => payment.type === type)?.amount ?? 0
    const { maxApplicable: max, totalAvailable } = credits[type]
    return used > 0 || max > 0 ? [{ type, used, max, remaining: totalAvailable - (used || max) }] : []
  })

/** The changes that make all credit pay, except the kinds that are turned off; empty when nothing changes. */
export const creditToUse = (
  { credits, payments, total }: Pick<Basket, 'credits' | 'payments' | 'total'>,
  turnedOff: readonly CreditType[],
): { type: CreditType; amount: number }[] => {
  let left = total
  return types.flatMap((type) => {
    const used = payments.find((payment) => payment.type === type)?.amount ?? 0
    const amount = turnedOff.includes(type) ? used : Math.min(credits[type].totalAvailable, left)
    left -= amount
    return amount === used ? [] : [{ type, amount }]
  })
}

const key = 'credit turned off'

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** The kinds of credit the customer turned off for this basket. They stay off through a reload. */
export const turnedOffIn = (
  basketUuid: string | null,
  store: Store | undefined = sessionStore(),
): CreditType[] => {
  const [uuid, ...off] = (store?.getItem(key) ?? '').split(' ')
  return uuid === basketUuid ? types.filter((type) => off.includes(type)) : []
}

export const saveTurnedOff = (
  basketUuid: string | null,
  off: readonly CreditType[],
  store: Store | undefined = sessionStore(),
): void => {
  try {
    store?.setItem(key, [basketUuid ?? '', ...off].join(' '))
  } catch {
    // Storage is full or forbidden: the choice lasts until the page is reloaded.
  }
}

/** Where storage is forbidden, as in some frames, even reading the property throws. */
const sessionStore = (): Store | undefined => {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}
