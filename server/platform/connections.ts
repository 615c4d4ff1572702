import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** How long a client may take to send what belongs to one request, and how many connections are served at a time. */
export type ConnectionLimits = { headersMs: number; requestMs: number; connections: number }

/** Ends connections of clients that send too slowly, and refuses those beyond the maximum. */
export const limitConnections = (
  server: Pick<Server, 'headersTimeout' | 'requestTimeout' | 'maxConnections'>,
  { headersMs, requestMs, connections }: ConnectionLimits,
): void => {
  server.headersTimeout = headersMs
  server.requestTimeout = requestMs
  server.maxConnections = connections
}

/** Whether a request names more than one host: the servers that it passes may each read another one. */
export const namesTwoHosts = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1

const year = 365 * 24 * 3600

/** Has browsers use https from now on, where all of the sites are served by it. */
export const requireHttps =
  (sites: Readonly<Record<string, string>>) =>
  (response: Pick<ServerResponse, 'setHeader'>): void => {
    if (Object.values(sites).every((site) => site.startsWith('https://')))
      response.setHeader('Strict-Transport-Security', `max-age=${year}`)
  }
