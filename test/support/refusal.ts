import { ApiError } from '#web/platform/api.ts'

/** What a call was refused with; fails when it was not, or when it broke in some other way. */
export const refusal = async (call: Promise<unknown>): Promise<ApiError> => {
  try {
    await call
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('The call was not refused.')
}
