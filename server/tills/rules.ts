/** An amount taken, or refunded if negative. Pence. */
type Entry = {
  tenderType: string
  creditType: 'general' | 'membership' | null
  amount: number
}

export type Sums = { count: number; taken: number; givenBack: number; net: number }

/** Amounts received and paid out. `net` is their difference, to the penny. */
export const sumsOf = (entries: readonly { amount: number }[]): Sums => {
  const taken = entries.reduce((sum, { amount }) => sum + Math.max(amount, 0), 0)
  const givenBack = entries.reduce((sum, { amount }) => sum + Math.max(-amount, 0), 0)
  return { count: entries.length, taken, givenBack, net: taken - givenBack }
}

/** The order in which a till is counted: cash first. */
const order = [
  'cash',
  'cheque',
  'offline-voucher',
  'card',
  'card_terminal',
  'credit',
  'customer_account_online',
]

/** Tenders missing from the list come last. */
const rank = ({ tenderType }: Pick<Entry, 'tenderType'>): number =>
  order.includes(tenderType) ? order.indexOf(tenderType) : order.length

/** Entries grouped by a key, in the order of each group's first entry. */
const grouped = <E, K>(entries: readonly E[], keyOf: (entry: E) => K): Map<K, E[]> => {
  const groups = new Map<K, E[]>()
  for (const entry of entries) {
    const key = keyOf(entry)
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return groups
}

type TenderSums = Sums & Pick<Entry, 'tenderType' | 'creditType'>

export const byTender = (entries: readonly Entry[]): TenderSums[] =>
  [...grouped(entries, ({ tenderType, creditType }) => `${tenderType} ${creditType ?? ''}`).values()]
    .flatMap((some) => {
      const [first] = some
      return first === undefined
        ? []
        : [{ tenderType: first.tenderType, creditType: first.creditType, ...sumsOf(some) }]
    })
    .toSorted((one, other) => rank(one) - rank(other))

/** Groups by person or till, each with its entries. */
export const groupsBy = <E>(entries: readonly E[], keyOf: (entry: E) => number | null): E[][] => [
  ...grouped(entries, keyOf).values(),
]
