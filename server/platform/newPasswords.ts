import type { Endpoint } from '#contract/endpoint.ts'
import { invalid } from './errors.ts'
import type { HttpDeps } from './requestContext.ts'

/**
 * Refuses a new password that has been published in a leak. It is looked up at another company, so before the call's
 * transaction begins.
 * @throws Refusal `invalid`
 */
export const requireUnbreached = async (
  { setsPassword }: Endpoint,
  body: object,
  { whyBreached }: Pick<HttpDeps, 'whyBreached'>,
): Promise<void> => {
  if (setsPassword === undefined || whyBreached === undefined) return
  const { password } = body as { password?: unknown }
  if (typeof password !== 'string') return
  const why = await whyBreached(password)
  if (why !== null) throw invalid({ password: [why] })
}
