import { tenders } from '#contract/tenders.ts'
import type { TenderId } from '#contract/tenders.ts'
import type { MovementKind } from '#contract/tills.ts'

/** An amount taken, or refunded if negative. Pence. */
type Entry = {
  tenderType: TenderId
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

/** In the order in which a till is counted. */
export const byTender = (entries: readonly Entry[]): TenderSums[] =>
  [...grouped(entries, ({ tenderType, creditType }) => `${tenderType} ${creditType ?? ''}`).values()]
    .flatMap((some) => {
      const [first] = some
      return first === undefined
        ? []
        : [{ tenderType: first.tenderType, creditType: first.creditType, ...sumsOf(some) }]
    })
    .toSorted((one, other) => tenders[one.tenderType].counted - tenders[other.tenderType].counted)

/** Groups by person or till, each with its entries. */
export const groupsBy = <E>(entries: readonly E[], keyOf: (entry: E) => number | null): E[][] => [
  ...grouped(entries, keyOf).values(),
]

/** Which way cash goes in a movement. */
const directions = { float_in: 1, banking: -1, petty_cash: -1 } as const

/** What should be in a till, by tender. Pence. */
export const expectedOf = (
  floatAmount: number,
  taken: ReadonlyMap<string, number>,
  movements: readonly { kind: MovementKind; amount: number }[],
): Map<string, number> => {
  const moved = movements.reduce((sum, { kind, amount }) => sum + directions[kind] * amount, 0)
  return new Map([...taken, ['cash', floatAmount + moved + (taken.get('cash') ?? 0)]])
}

/** By how much a count is out: what is missing of one tender does not make up for what is left over of another. Pence. */
export const varianceOf = (counts: readonly { expected: number; counted: number }[]): number =>
  counts.reduce((sum, { expected, counted }) => sum + Math.abs(counted - expected), 0)
