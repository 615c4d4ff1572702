/**
 * Remembers what was read for as long as told, so that a crowd asking the same thing within a second asks the
 * database once. Real time, not the clock of the business: it is about load. 0 remembers nothing.
 */
export const lately = <T>(keepMs: number, read: () => Promise<T>): (() => Promise<T>) => {
  const one = latelyBy(keepMs, read)
  return () => one('', undefined)
}

/** The same, for each key by itself. `given` is what `read` needs; it is not part of the key. */
export const latelyBy = <T, Given>(keepMs: number, read: (given: Given) => Promise<T>) => {
  const kept = new Map<string, { at: number; value: Promise<T> }>()
  return (key: string, given: Given): Promise<T> => {
    if (keepMs <= 0) return read(given)
    const now = performance.now()
    const there = kept.get(key)
    if (there !== undefined && now - there.at < keepMs) return there.value
    const value = read(given)
    // Keys come from addresses, which anybody may write.
    if (kept.size >= 1000) kept.clear()
    kept.set(key, { at: now, value })
    // A failure is told to those who asked and not to those who ask next.
    value.catch(() => {
      if (kept.get(key)?.value === value) kept.delete(key)
    })
    return value
  }
}
