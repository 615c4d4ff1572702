/** Those who ask in the same moment, answered together. */
export type Crowd<Ask, Answer> = {
  ask: (ask: Ask) => Promise<Answer>
  /** Until everybody has been answered; for a graceful stop. */
  idle: () => Promise<void>
}

export type BatcherSettings = {
  /** At most so many asks in one statement. */
  batchSize: number
  /** At most so many statements under way. */
  inFlight: number
}

type Waiting<Ask, Answer> = { ask: Ask; resolve: (answer: Answer) => void; reject: (error: unknown) => void }

/**
 * Gathers who asks while earlier statements are under way, and answers them together: one round trip, and where
 * something is written one commit, for a crowd instead of for each.
 * @param answerAll answers in the order of the asks
 */
export const createBatcher = <Ask, Answer>(
  answerAll: (asks: Ask[]) => Promise<readonly Answer[]>,
  { batchSize, inFlight }: BatcherSettings,
): Crowd<Ask, Answer> => {
  const waiting: Waiting<Ask, Answer>[] = []
  const running = new Set<Promise<void>>()

  const pump = () => {
    while (running.size < inFlight && waiting.length > 0) {
      const run = answer(waiting.splice(0, batchSize)).finally(() => {
        running.delete(run)
        pump()
      })
      running.add(run)
    }
  }

  const answer = async (batch: Waiting<Ask, Answer>[]): Promise<void> => {
    try {
      const answers = await answerAll(batch.map(({ ask }) => ask))
      if (answers.length !== batch.length) throw new Error('Not everybody who asked was answered.')
      batch.forEach(({ resolve }, index) => resolve(answers[index] as Answer))
    } catch (error) {
      // One bad ask must not refuse the others: each is tried by itself, and only its own error is its own.
      if (batch.length === 1) return batch[0]?.reject(error)
      for (const one of batch) await answer([one])
    }
  }

  return {
    ask: (ask) =>
      new Promise((resolve, reject) => {
        waiting.push({ ask, resolve, reject })
        // Those who arrive in the same turn of the event loop go together.
        setImmediate(pump)
      }),
    idle: async () => {
      while (waiting.length > 0 || running.size > 0) {
        pump()
        await Promise.all(running)
      }
    },
  }
}
