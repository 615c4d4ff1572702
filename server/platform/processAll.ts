/**
 * Works through items one after the other: one that fails does not keep the others from their turn.
 * @returns how many there were
 * @throws AggregateError of those that failed, after the last
 */
export const processAll = async <T>(
  items: readonly T[],
  process: (item: T) => Promise<unknown>,
): Promise<number> => {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await process(item)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${items.length} failed`)
  return items.length
}
