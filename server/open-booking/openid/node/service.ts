import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

export type NodeCall = {
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
export const nodeRequest = (given: NodeCall): IncomingMessage => {
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
export const callNodeHandler = (handler: NodeHandler, req: IncomingMessage): Promise<Response> => {
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
