import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import forge from 'node-forge'
import { createWebhookSender } from '#server/providers/webhooks/sender.ts'
import type { WebhookSender } from '#server/providers/webhooks/sender.ts'

const host = 'hooks.example.test'

type Request = { path: string; signature: string; type: string; body: string }

export type WebhookReceiver = {
  /** Where it is reached by its name, which a sender of its own looks up. */
  address: string
  port: number
  requests: Request[]
  /** How it answers from now on; a body may be longer than is kept. */
  answer: (how: { status: number; body?: string; location?: string } | 'never') => void
  /** A sender that trusts it, and sends to this machine's address and to no other. */
  sender: (resolve?: (hostname: string) => Promise<string[]>) => WebhookSender
  close: () => Promise<void>
}

/** A program of an operator, which answers 200 at first. */
export const aWebhookReceiver = async (): Promise<WebhookReceiver> => {
  const { key, certificate } = aCertificate()
  const requests: Request[] = []
  let how: Parameters<WebhookReceiver['answer']>[0] = { status: 200, body: 'ok' }
  const server = createServer({ key, cert: certificate }, (request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      body += part
    })
    request.on('end', () => {
      requests.push({
        path: request.url ?? '',
        signature: String(request.headers['onside-signature']),
        type: String(request.headers['onside-event']),
        body,
      })
      if (how === 'never') return
      response
        .writeHead(how.status, how.location === undefined ? {} : { location: how.location })
        .end(how.body ?? '')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    address: `https://${host}:${port}/in`,
    port,
    requests,
    answer: (next) => {
      how = next
    },
    sender: (resolve = () => Promise.resolve(['127.0.0.1'])) =>
      createWebhookSender({
        resolve,
        isAllowed: (address) => address === '127.0.0.1',
        ca: certificate,
        timeOutMs: 1000,
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

const aCertificate = (): { key: string; certificate: string } => {
  const { publicKey, privateKey } = forge.pki.rsa.generateKeyPair(2048)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKey
  certificate.serialNumber = '01'
  // By the clock of the machine, which TLS reads.
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000)
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000)
  const named = [{ name: 'commonName', value: host }]
  certificate.setSubject(named)
  certificate.setIssuer(named)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: host }] },
  ])
  certificate.sign(privateKey, forge.md.sha256.create())
  return { key: forge.pki.privateKeyToPem(privateKey), certificate: forge.pki.certificateToPem(certificate) }
}
