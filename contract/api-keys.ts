import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, otherwise, text } from './fields.ts'
import { apiScopes } from './permissions.ts'
import { displayDate, instant } from './shapes.ts'

const apiKey = z
  .object({
    id: z.int(),
    name: z.string(),
    scopes: z.array(z.enum(apiScopes)),
    /** The names of its venues; none: every venue. */
    venues: z.array(z.string()),
    /** Where it may be used from; none: anywhere. */
    networks: z.array(z.string()),
    /** The last day on which it works. */
    expiresOn: displayDate,
    createdBy: z.string(),
    lastUsedAt: instant.nullable(),
    uses: z.int(),
    state: z.enum(['works', 'expired', 'revoked']),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof apiKey>

/** An address or a network: `203.0.113.7`, `2001:db8::/48`. */
const network = z.union(
  [z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()],
  'Write addresses or networks, such as 203.0.113.7 or 203.0.113.0/24.',
)

export const apiKeys = {
  list: endpoint({
    method: 'GET',
    path: '/office/api-keys',
    summary: 'The keys by which programs of the operator call this API.',
    allow: 'staff',
    needs: 'connections',
    everywhere: true,
    returns: z.array(apiKey),
    reads: ['account'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/office/api-keys',
    summary:
      'Make a key, within what the caller may do. It is answered once. Programs send it as `Authorization: Bearer`, at most 600 calls a minute.',
    allow: 'staff',
    needs: 'connections',
    everywhere: true,
    body: z.object({
      name: text(100),
      scopes: z.array(z.enum(apiScopes)).min(1, 'Choose what the key may do.').max(100),
      /** Slugs; none: every venue. */
      venues: otherwise(z.array(z.string()).max(200), []),
      networks: otherwise(z.array(network).max(50), []),
      /** The last day on which it works: at most two years from now. */
      expiresOn: day(),
    }),
    returns: z.object({ key: z.string(), keys: z.array(apiKey) }),
    errors: { scope_beyond_own: 403 },
    changes: ['account'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/office/api-keys/{apiKeyId}',
    summary: 'Revoke a key. It works no more from then on.',
    allow: 'staff',
    needs: 'connections',
    everywhere: true,
    params: z.object({ apiKeyId: id }),
    returns: z.array(apiKey),
    changes: ['account'],
  }),
}
