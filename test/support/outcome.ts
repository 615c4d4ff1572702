import { ApiError } from '#web/platform/api.ts'

/** What came of a call: `ok`, or the code it was refused with. */
export const outcome = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call
    return 'ok'
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}
