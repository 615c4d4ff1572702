import type { Json } from '#server/openactive/rules.ts'

type Named = { '@type'?: string; name?: string; givenName?: string; familyName?: string }

/** Whom a proposal is for, by the call that made it; '' where the partner has not named them. */
export const customerOf = (request: Json): string => {
  const { givenName = '', familyName = '', name = '' } = (request['customer'] ?? {}) as Named
  const full = `${givenName} ${familyName}`.trim()
  return full === '' ? name : full
}
