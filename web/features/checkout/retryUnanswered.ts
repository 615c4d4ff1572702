import { ApiError } from '#web/platform/api.ts'
import { isOutcomeUnknown } from './checkoutErrors.ts'

/** A request that the server is still working on is repeated for much longer. */
const maxAttempts = { inProgress: 30, unanswered: 4 }

/**
 * Repeats a call while its outcome is unknown; any other error is thrown at once. The call must be idempotent.
 */
export const retryUnanswered = async <T>(
  call: () => Promise<T>,
  { pause, isStopped }: { pause: (ms: number) => Promise<void>; isStopped: () => boolean },
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError) || !isOutcomeUnknown(error) || isStopped()) throw error
      const isInProgress = error.code === 'in_progress' || error.code === 'busy'
      if (attempt >= (isInProgress ? maxAttempts.inProgress : maxAttempts.unanswered)) throw error
      await pause((error.retryAfter ?? 2 ** attempt * 0.2) * 1000)
    }
  }
}
