import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Provider } from 'oidc-provider'
import { operatorMessages } from '#server/messages/languages.ts'
import { openIdPath } from '#server/openactive/rules.ts'
import type { Config } from '#server/platform/config.ts'
import type { MountedApi, MountedCall } from '#server/platform/paths.ts'
import { countAttempt } from '#server/platform/rateLimits.ts'
import { textOf } from '#server/platform/raw.ts'
import { couldBeUnstorable, unstorablePaths } from '#server/platform/requests.ts'
import type { ProviderDeps } from './provider.ts'
import { callsAllowed, tokensAllowed, withConsentPrompt } from './rules.ts'
import { grantingSeller } from './sql.ts'

/** OpenID Connect for booking partners. The provider's library is loaded with the first call. */
export const openIdApi = (deps: ProviderDeps & { config: Config }): MountedApi => {
  const providers = new Map<string, Promise<Provider>>()
  const providerOf = (issuer: string): Promise<Provider> => {
    const existing = providers.get(issuer)
    if (existing !== undefined) return existing
    const created = load(issuer, deps)
    providers.set(issuer, created)
    // A failed attempt is not repeated for ever.
    created.catch(() => providers.delete(issuer))
    return created
  }
  return { base: openIdPath, answer: (call) => answer(call, deps, providerOf) }
}

const load = async (issuer: string, deps: ProviderDeps): Promise<Provider> => {
  const { createProvider } = await import('./provider.ts')
  return createProvider(issuer, deps)
}

const answer = async (
  call: MountedCall,
  { db, log, config }: ProviderDeps & { config: Config },
  providerOf: (issuer: string) => Promise<Provider>,
): Promise<Response> => {
  const { request, path, operator, address, site, now, requestId } = call
  const seller = await grantingSeller(db, operator.id)
  if (seller === undefined) return refuse(404, 'not_found', operatorMessages().openId.switchedOff)
  const allowed = isGuessing(request.method, path) ? tokensAllowed : callsAllowed
  const wait = await countAttempt(db, `openid:${allowed.attempts}:${address}`, allowed, now)
  if (wait > 0) return refuse(429, 'temporarily_unavailable', operatorMessages().openId.tooMany, wait)
  const body = request.method === 'POST' ? await textOf(request) : ''
  if (body === null) return refuse(413, 'invalid_request', operatorMessages().openId.bodyTooLarge)
  if (hasUnstorable(request, body))
    return refuse(400, 'invalid_request', operatorMessages().openId.unusableCharacters)
  const issuer = (seller.site ?? site) + openIdPath
  try {
    const provider = await providerOf(issuer)
    const req = nodeRequest(await nodeCallOf(call, provider, issuer, body))
    const [, uid, step = ''] = /^\/interaction\/([\w-]+)(?:\/([a-z]+))?$/.exec(path) ?? []
    if (uid === undefined) return await callNodeHandler(provider.callback(), req)
    const { answerInteraction } = await import('./interactions.ts')
    const at = `${new URL(issuer).pathname}/interaction/${uid}`
    const form = new URLSearchParams(body)
    return await answerInteraction({
      db,
      provider,
      req,
      uid,
      step,
      path: at,
      form,
      operator,
      address,
      site,
      now,
      identify: call.identify,
      deskSite: config.sites.desk + (config.basePath === '/' ? '' : config.basePath),
    })
  } catch (error) {
    log.error({ err: error, requestId }, 'call of the OpenID provider failed')
    return refuse(500, 'server_error', operatorMessages().openId.failed)
  }
}

/** Whether a call could be one of many that try out secrets. */
const isGuessing = (method: string, path: string): boolean => method === 'POST' && path !== '/me'

/** Text in the address, the client's id and key or the body, a form or JSON, that no table could take. */
const hasUnstorable = ({ url, headers }: Request, body: string): boolean => {
  const { pathname, searchParams } = new URL(url)
  const [, basic = ''] = /^Basic (\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  const credentials = Buffer.from(basic, 'base64').toString()
  if (![url, credentials, body].some(couldBeUnstorable)) return false
  const fields = [
    ...searchParams,
    ...new URLSearchParams(body),
    ...new URLSearchParams(`${pathname}&${credentials}`),
  ]
  return unstorablePaths([fields, parsedJson(body)]).length > 0
}

/** Undefined for what is no JSON. */
const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const refuse = (status: number, error: string, description: string, retryAfterSeconds?: number): Response =>
  Response.json(
    { error, error_description: description },
    {
      status,
      headers: {
        'cache-control': 'no-store',
        ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
      },
    },
  )

const nodeCallOf = async (
  { request, path }: MountedCall,
  provider: Provider,
  issuer: string,
  body: string,
) => {
  const { host, protocol, pathname } = new URL(issuer)
  const given = new URL(request.url).searchParams
  const query = queryOf(path, given).toString()
  const url = `${path === '' ? '/' : path}${query === '' ? '' : `?${query}`}`
  const headers: Record<string, string> = {
    ...Object.fromEntries(request.headers),
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
    'content-length': String(Buffer.byteLength(body)),
  }
  delete headers['x-forwarded-host']
  if (await startsAuthorisation(path, provider)) headers['cookie'] = withoutSession(headers['cookie'] ?? '')
  return { method: request.method, url, originalUrl: pathname + url, headers, body: Buffer.from(body) }
}

const queryOf = (path: string, given: URLSearchParams): URLSearchParams => {
  if (path === '/auth') return withConsentPrompt(given)
  // The rest of an authorisation takes none, and the library fails on one.
  return path.startsWith('/auth/') ? new URLSearchParams() : given
}

/** Every authorisation is answered by a supervisor who logs in for it, even in a browser where one is logged in. */
const startsAuthorisation = async (path: string, provider: Provider): Promise<boolean> => {
  if (path === '/auth') return true
  const uid = /^\/auth\/([\w-]+)$/.exec(path)?.[1]
  return uid !== undefined && (await provider.Interaction.find(uid))?.session?.accountId === undefined
}

const withoutSession = (cookies: string): string =>
  cookies
    .split(/;\s*/)
    .filter((cookie) => !/^openid_session(\.sig)?=/.test(cookie))
    .join('; ')

type NodeCall = {
  method: string
  /** Below where the provider is mounted, with the query. */
  url: string
  /** From the root. */
  originalUrl: string
  headers: Record<string, string>
  body: Buffer
}

type NodeHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void> | void

/** A request as Node's own HTTP server reads it. */
const nodeRequest = (given: NodeCall): IncomingMessage => {
  const req = new IncomingMessage(new Socket())
  Object.assign(req, {
    method: given.method,
    url: given.url,
    originalUrl: given.originalUrl,
    headers: given.headers,
    complete: true,
  })
  req.push(given.body)
  req.push(null)
  return req
}

/** Runs a handler written for Node's own HTTP server, and answers what it has written. */
const callNodeHandler = (handler: NodeHandler, req: IncomingMessage): Promise<Response> => {
  const res = new ServerResponse(req)
  const pieces: Buffer[] = []
  const collect = (piece: unknown): void => {
    if (typeof piece === 'string' || piece instanceof Uint8Array) pieces.push(Buffer.from(piece))
  }
  return new Promise((resolve, reject) => {
    Object.assign(res, {
      write: (piece: unknown) => {
        collect(piece)
        return true
      },
      end: (piece?: unknown) => {
        collect(piece)
        resolve(responseOf(res, Buffer.concat(pieces)))
        return res
      },
    })
    Promise.resolve(handler(req, res)).catch(reject)
  })
}

const responseOf = (res: ServerResponse, body: Buffer): Response => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(res.getHeaders())) {
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one))
  }
  headers.delete('content-length')
  const isEmpty = body.length === 0 || res.statusCode === 204 || res.statusCode === 304
  return new Response(isEmpty ? null : new Uint8Array(body), { status: res.statusCode, headers })
}
