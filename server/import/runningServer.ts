import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { operatorMessages } from '#server/messages/languages.ts'
import { SetupError } from '#server/platform/errors.ts'
import type { DescribedImport, ImportOrder } from './describe.ts'
import { importObjectionCodes } from '#contract/office.ts'

/*
 * The embedded database is open in one process. While that is a server, `npm run import` has it do the import: over the
 * machine's own loopback address, with a secret from a file that its user alone can read. See docs/decisions/0065.
 */

/** In the folder of the database. */
const fileName = 'imports.json'

const address = z.object({ pid: z.int(), port: z.int(), secret: z.string() })
type Address = z.output<typeof address>

const order = z.object({
  folder: z.string(),
  check: z.boolean(),
  until: z.string().optional(),
  accept: z.array(z.enum(importObjectionCodes)),
  filesWin: z.object({ reason: z.string() }).optional(),
})

/** Lines of JSON that the server answers with: `writing` when all that is left is to commit, then one of the others. */
const line = z.discriminatedUnion('state', [
  z.object({ state: z.literal('writing') }),
  z.object({
    state: z.literal('done'),
    result: z.object({ lines: z.array(z.string()), refusals: z.array(z.string()), summary: z.string() }),
  }),
  z.object({ state: z.literal('failed'), message: z.string() }),
])
type Line = z.output<typeof line>

type RunImport = (order: ImportOrder, beforeCommit: () => Promise<void>) => Promise<DescribedImport>

/**
 * Takes imports from the machine's own user, one at a time.
 * @param folder of the embedded database, which no other user can read
 * @returns ends it, when the import in progress is done
 */
export const serveImports = async (folder: string, run: RunImport): Promise<() => Promise<void>> => {
  const secret = randomBytes(32).toString('base64url')
  let last: Promise<unknown> = Promise.resolve()
  const server = createServer((incoming, outgoing) => {
    if (!isAllowed(incoming, secret)) {
      outgoing.writeHead(404, { Connection: 'close' }).end()
      return
    }
    last = last.then(() => answerImport(incoming, outgoing, run))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const file = path.join(folder, fileName)
  // One that is left of a server that was killed may have been readable to others.
  await rm(file, { force: true })
  const here: Address = { pid: process.pid, port, secret }
  await writeFile(file, JSON.stringify(here), { mode: 0o600, flag: 'wx' })
  return async () => {
    await rm(file, { force: true })
    server.close()
    await last
    server.closeAllConnections()
  }
}

const digestOf = (value: string): Buffer => createHash('sha256').update(value).digest()

const isAllowed = ({ headers, method }: IncomingMessage, secret: string): boolean =>
  method === 'POST' && timingSafeEqual(digestOf(headers.authorization ?? ''), digestOf(`Bearer ${secret}`))

const answerImport = async (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  run: RunImport,
): Promise<void> => {
  const say = (one: Line) =>
    new Promise<void>((resolve, reject) => {
      outgoing.write(`${JSON.stringify(one)}\n`, (error) => (error ? reject(error) : resolve()))
    })
  try {
    const { until, filesWin, ...rest } = order.parse(JSON.parse(await text(incoming)))
    outgoing.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
    // Where nobody hears of the result any more, nothing is changed.
    const result = await run({ until, filesWin, ...rest }, () => say({ state: 'writing' }))
    await say({ state: 'done', result })
  } catch (error) {
    if (outgoing.destroyed) return
    await say({ state: 'failed', message: error instanceof Error ? error.message : String(error) })
  } finally {
    outgoing.end()
  }
}

/**
 * Has the server that has the database open do an import.
 * @param owner the process that has it open
 * @returns null when that takes no imports: it is still starting, or is itself an import
 * @throws SetupError with what the import was refused with, or when the server stops before it is done
 */
export const importByServer = async (
  { folder, owner }: { folder: string; owner: number },
  wanted: ImportOrder,
): Promise<DescribedImport | null> => {
  const at = await readAddress(path.join(folder, fileName))
  if (at === null || at.pid !== owner) return null
  let isWriting = false
  let result: DescribedImport | null = null
  try {
    for await (const one of send(at, wanted)) {
      if (one.state === 'failed') throw new SetupError(one.message)
      if (one.state === 'writing') isWriting = true
      else ({ result } = one)
    }
  } catch (error) {
    if (!isDisconnected(error)) throw error
  }
  if (result !== null) return result
  const { importing } = operatorMessages()
  throw new SetupError(isWriting ? importing.serverStoppedWriting : importing.serverStopped)
}

const isDisconnected = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')

const readAddress = async (file: string): Promise<Address | null> => {
  try {
    return address.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function* send({ port, secret }: Address, wanted: ImportOrder): AsyncGenerator<Line> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asking = request(
      { host: '127.0.0.1', port, method: 'POST', headers: { Authorization: `Bearer ${secret}` } },
      resolve,
    )
    asking.once('error', reject)
    asking.end(JSON.stringify(wanted))
  })
  if (answer.statusCode !== 200) throw new Error(`The server answers ${answer.statusCode}.`)
  let left = ''
  for await (const chunk of answer.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = `${left}${chunk}`.split('\n')
    left = lines.pop() ?? ''
    for (const one of lines) yield line.parse(JSON.parse(one))
  }
}
