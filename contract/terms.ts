import { z } from 'zod'
import { flag, id, optional, otherwise } from './fields.ts'

const fields = {
  /** The ids of the terms agreed to, where the caller names them. */
  terms: otherwise(z.array(id), []),
  /** Accepted all terms that apply. */
  termsAccepted: optional(flag),
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `terms` may also be `true` or `[true]`: then they were agreed to without being named (wire §9). */
const withTermsNamed = (body: unknown): unknown => {
  if (!isRecord(body)) return body
  const { terms } = body
  const list: unknown[] = Array.isArray(terms) ? terms : [terms]
  if (!list.some((entry) => typeof entry === 'boolean')) return body
  return {
    ...body,
    terms: list.filter((entry) => typeof entry !== 'boolean'),
    termsAccepted: body.termsAccepted ?? list.includes(true),
  }
}

/**
 * A body that also says whether the terms were agreed to, in any of the forms in use: `terms: [1]`,
 * `terms: [true]`, `terms: true`, or `termsAccepted` alone. `tidy` renames what else comes under other names.
 */
export const acceptedTerms = <Shape extends z.core.$ZodLooseShape>(
  body: z.ZodObject<Shape>,
  tidy: (body: Record<string, unknown>) => Record<string, unknown> = (sent) => sent,
) => {
  const whole = body.extend(fields)
  return z.preprocess(
    (sent) => withTermsNamed(isRecord(sent) ? tidy(sent) : sent),
    whole,
  ) as unknown as z.ZodType<z.output<typeof whole>, z.input<typeof whole>>
}
