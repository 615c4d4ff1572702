/** Functions that report which of their variants could have made a difference: the map from conditions to tests. */
import type { Variant } from './sqlVariants.ts'

/** Report to the server's log, which nothing rolls back. Their first argument is the number of a variant. */
export const probeFunctions = `
create function mutant_reached(number int) returns void language plpgsql as $$
begin
  raise log 'mutant:%', number;
end $$;
create function mutant_not_true(number int, condition boolean) returns boolean language plpgsql as $$
begin
  if condition is not true then raise log 'mutant:%', number; end if;
  return condition;
end $$;
create function mutant_true(number int, condition boolean) returns boolean language plpgsql as $$
begin
  if condition then raise log 'mutant:%', number; end if;
  return condition;
end $$;
create function mutant_equal(number int, are_equal boolean, condition boolean) returns boolean language plpgsql as $$
begin
  if are_equal then raise log 'mutant:%', number; end if;
  return condition;
end $$;`

type Insertion = { at: number; isOpening: boolean; length: number; order: number; text: string }

/**
 * The text of a file with a probe at each of its variants.
 * @param numberOf the number that a variant reports
 * @param bodyOf the number that a function reports when it is called
 */
export const addProbes = (
  text: string,
  variants: readonly Variant[],
  numberOf: (variant: Variant) => number,
  bodyOf: (name: string) => number,
): string => {
  const insertions: Insertion[] = []
  for (const [order, variant] of variants.entries()) {
    const opening = openingOf(variant, numberOf(variant))
    if (opening === null) continue
    const [start, end] = variant.span
    const length = end - start
    insertions.push(
      { at: start, isOpening: true, length, order, text: opening },
      { at: end, isOpening: false, length, order, text: ')' },
    )
  }
  for (const match of text.matchAll(
    /^create or replace function (\w+)(?:(?!^create )[^$])*?language plpgsql(?:(?!^create )[^$])*\$\$.*?\bbegin\b/gms,
  ))
    insertions.push({
      at: match.index + match[0].length,
      isOpening: true,
      length: 0,
      order: 0,
      text: ` perform mutant_reached(${bodyOf(match[1] ?? '')}); `,
    })
  insertions.sort(byNesting)
  let result = ''
  let at = 0
  for (const insertion of insertions) {
    result += text.slice(at, insertion.at) + insertion.text
    at = insertion.at
  }
  return result + text.slice(at)
}

/** What closes comes before what opens at the same place; the outer opens first and closes last. */
const byNesting = (a: Insertion, b: Insertion): number => {
  if (a.at !== b.at) return a.at - b.at
  if (a.isOpening !== b.isOpening) return a.isOpening ? 1 : -1
  if (a.isOpening) return b.length - a.length || a.order - b.order
  return a.length - b.length || b.order - a.order
}

const openingOf = ({ decides }: Variant, number: number): string | null => {
  if (decides === 'always') return null
  if (decides === 'not true') return `mutant_not_true(${number}, `
  if (decides === 'true') return `mutant_true(${number}, `
  return `mutant_equal(${number}, (${decides.equal[0]}) = (${decides.equal[1]}), `
}
