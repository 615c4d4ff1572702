import type { Basket } from '#contract/baskets.ts'

export type CreditType = 'general' | 'membership'

/** Credit of one kind that could pay, or pays. Pence. */
export type CreditChoice = {
  type: CreditType
  /** What it pays now; 0 while it is not used. */
  used: number
  /** What it could pay beside the other kind. */
  most: number
  /** What is left of it for another time. */
  kept: number
}

/** Membership credit is used first: it can be used for less. */
const types = ['membership', 'general'] as const

/** What the customer can choose about their credit; a kind that could pay nothing is not offered. */
export const creditChoices = ({ credits, payments }: Pick<Basket, 'credits' | 'payments'>): CreditChoice[] =>
  types.flatMap((type) => {
    const used = payments.find((payment) => payment.type === type)?.amount ?? 0
    const { maxApplicable: most, totalAvailable } = credits[type]
    return used > 0 || most > 0 ? [{ type, used, most, kept: totalAvailable - (used || most) }] : []
  })

/** What to ask for so that all credit is used but for the kinds somebody has turned off; nothing when it is so. */
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

/** The kinds of credit that somebody has turned off for a basket: they stay off when the page is loaded again. */
export const turnedOffIn = (
  basketUuid: string | null,
  store: Store | undefined = tabStore(),
): CreditType[] => {
  const [uuid, ...off] = (store?.getItem(key) ?? '').split(' ')
  return uuid === basketUuid ? types.filter((type) => off.includes(type)) : []
}

export const saveTurnedOff = (
  basketUuid: string | null,
  off: readonly CreditType[],
  store: Store | undefined = tabStore(),
): void => {
  try {
    store?.setItem(key, [basketUuid ?? '', ...off].join(' '))
  } catch {
    // A store that is full or forbidden: the choice holds until the page is loaded again.
  }
}

/** Where storage is forbidden, as in some frames, even naming it throws. */
const tabStore = (): Store | undefined => {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}
