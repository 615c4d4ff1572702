/** Something taken, or with a minus given back. Pence. */
export type Entry = {
  tenderType: string
  creditType: 'general' | 'membership' | null
  amount: number
}

export type Sums = { count: number; taken: number; givenBack: number; net: number }

/** What came in and what went out. `net` is their difference, to the penny. */
export const sumsOf = (entries: readonly { amount: number }[]): Sums => {
  const taken = entries.reduce((sum, { amount }) => sum + Math.max(amount, 0), 0)
  const givenBack = entries.reduce((sum, { amount }) => sum + Math.max(-amount, 0), 0)
  return { count: entries.length, taken, givenBack, net: taken - givenBack }
}

/** The order in which a drawer is counted: what lies in it first. */
const order = ['cash', 'cheque', 'offline-voucher', 'card', 'credit', 'customer_account_online']

/** What is not in the list comes last. */
const rank = ({ tenderType }: Pick<Entry, 'tenderType'>): number =>
  order.includes(tenderType) ? order.indexOf(tenderType) : order.length

/** Entries put together by what is the same in them, in the order of the first of each. */
const grouped = <E, K>(entries: readonly E[], keyOf: (entry: E) => K): Map<K, E[]> => {
  const groups = new Map<K, E[]>()
  for (const entry of entries) {
    const key = keyOf(entry)
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return groups
}

export type TenderSums = Sums & Pick<Entry, 'tenderType' | 'creditType'>

export const byTender = (entries: readonly Entry[]): TenderSums[] =>
  [...grouped(entries, ({ tenderType, creditType }) => `${tenderType} ${creditType ?? ''}`).values()]
    .flatMap((some) => {
      const [first] = some
      return first === undefined
        ? []
        : [{ tenderType: first.tenderType, creditType: first.creditType, ...sumsOf(some) }]
    })
    .toSorted((one, other) => rank(one) - rank(other))

/** Groups by somebody or something, each with its entries. */
export const groupsBy = <E>(entries: readonly E[], keyOf: (entry: E) => number | null): E[][] => [
  ...grouped(entries, keyOf).values(),
]
