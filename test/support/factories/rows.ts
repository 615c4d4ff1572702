/*
 * Rows for tests. A test says what matters to it; the rest is filled in. Each factory answers the ids that
 * the next one needs.
 */

let count = 0

/** A number that no other row of this run has, for slugs, references and positions. */
export const nextNumber = (): number => (count += 1)

export const firstRow = async <T>(rows: Promise<T | undefined>): Promise<T> => {
  const row = await rows
  if (row === undefined) throw new Error('The factory made no row.')
  return row
}
