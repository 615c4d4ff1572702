import { createHash, createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'
import { beforeEach, expect, it } from 'vitest'
import { operatorMessages } from '#server/messages/languages.ts'
import { createGoogleLinks } from '#server/providers/passes/google.ts'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let app: TestApp
let world: Awaited<ReturnType<typeof aBookableClass>>
let buyer: TestBrowser

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now: new Date('2027-02-28T10:00:00Z') })
  world = await aBookableClass(db, { startsAt: new Date('2027-03-04T18:00:00Z'), price: 845, capacity: 5 })
  buyer = app.browser()
})

const book = async () => {
  await buyer.send(api.baskets.add, { items: [{ id: world.occurrence.publicId }] })
  const { transactionUuid } = await authorise(buyer)
  return (await complete(buyer, transactionUuid)).completeOrderId
}

/** The entries of a ZIP file whose content is stored as it is. */
const unzip = (file: Buffer): Map<string, Buffer> => {
  const entries = new Map<string, Buffer>()
  for (let at = 0; file.readUInt32LE(at) === 0x04034b50;) {
    expect(file.readUInt16LE(at + 8), 'stored').toBe(0)
    const size = file.readUInt32LE(at + 18)
    const nameLength = file.readUInt16LE(at + 26)
    const start = at + 30 + nameLength + file.readUInt16LE(at + 28)
    entries.set(file.toString('utf8', at + 30, at + 30 + nameLength), file.subarray(start, start + size))
    at = start + size
  }
  return entries
}

/** The PKCS#7 signature of the manifest, with the certificates that it names. */
const readSignature = (der: Buffer) => {
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(der.toString('binary')))
  const { rawCapture, certificates } = message as forge.pkcs7.Captured<forge.pkcs7.PkcsSignedData> & {
    rawCapture: { authenticatedAttributes: forge.asn1.Asn1[]; signature: string }
  }
  const attributes = forge.asn1.create(
    forge.asn1.Class.UNIVERSAL,
    forge.asn1.Type.SET,
    true,
    rawCapture.authenticatedAttributes,
  )
  return {
    certificates,
    attributes: forge.asn1.toDer(attributes).getBytes(),
    signature: Buffer.from(rawCapture.signature, 'binary'),
  }
}

it('an order is a pass for Apple Wallet whose manifest names every file and is signed', async () => {
  const orderId = await book()
  const answer = await buyer.fetch(`/api/activities/orders/${orderId}/pass`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/vnd.apple.pkpass'])
  const files = unzip(Buffer.from(await answer.arrayBuffer()))
  const manifest = files.get('manifest.json') ?? Buffer.alloc(0)
  const sums = JSON.parse(manifest.toString()) as Record<string, string>
  const named = [...files.keys()].filter((name) => name !== 'manifest.json' && name !== 'signature')
  expect(Object.keys(sums).toSorted()).toEqual(named.toSorted())
  const hashOf = (name: string) =>
    createHash('sha1')
      .update(files.get(name) ?? '')
      .digest('hex')
  expect(named.map((name) => [name, hashOf(name)])).toEqual(named.map((name) => [name, sums[name]]))

  const { certificates, attributes, signature } = readSignature(files.get('signature') ?? Buffer.alloc(0))
  const signer = certificates.find(({ subject }) => subject.getField('CN').value === 'onside-demo-passes')
  if (signer === undefined) throw new Error('The signature names no certificate.')
  const key = createPublicKey(forge.pki.publicKeyToPem(signer.publicKey))
  const signed = Buffer.from(attributes, 'binary')
  const isGood = ['RSA-SHA1', 'RSA-SHA256'].some((kind) =>
    createVerify(kind).update(signed).verify(key, signature),
  )
  expect(isGood).toBe(true)
  const digests = ['sha1', 'sha256'].map((kind) => createHash(kind).update(manifest).digest())
  expect(digests.some((digest) => signed.includes(digest))).toBe(true)

  const pass = JSON.parse(files.get('pass.json')?.toString() ?? '{}') as Record<string, unknown>
  const { bookings } = await buyer.send(api.bookings.order, { completeOrderId: orderId })
  expect(pass).toMatchObject({
    serialNumber: `order-${orderId}`,
    barcodes: [{ format: 'PKBarcodeFormatQR', message: bookings[0]?.accessCode }],
  })
  expect(JSON.stringify(pass)).toContain('18:00 to 19:00')
})

it('a pass is as private as its order, and offered where the settings have such a wallet', async () => {
  const orderId = await book()
  expect((await app.browser().fetch(`/api/activities/orders/${orderId}/pass`)).status).toBe(404)
  expect((await buyer.fetch(`/api/activities/orders/${orderId}/google-wallet`)).status).toBe(404)
  expect((await buyer.send(api.operator.config, {})).passes).toEqual(['apple'])
})

it("the address for Google Wallet carries the pass, signed by the issuer's key", () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const link = createGoogleLinks({ issuerId: '338', account: 'passes@shop.example', key })({
    labels: operatorMessages().providers,
    language: 'en-GB',
    serial: 'order-1',
    operator: 'Demo Leisure',
    title: 'Yoga',
    day: 'Thu 4 March 2027',
    time: '18:00 to 19:00',
    place: 'Studio 1',
    address: 'Demo Centre, ZZ1 1ZZ',
    people: 'Ann Example',
    reference: 'ONS-7K2Q9X',
    code: '7K2Q9X',
    startsAt: new Date('2027-03-04T18:00:00Z'),
  })
  const [head = '', claims = '', signature = ''] = link.split('/').at(-1)?.split('.') ?? []
  const verify = createVerify('RSA-SHA256').update(`${head}.${claims}`)
  expect(verify.verify(publicKey, signature, 'base64url')).toBe(true)
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    iss: 'passes@shop.example',
    typ: 'savetowallet',
    payload: { genericObjects: [{ id: '338.order-1', barcode: { value: '7K2Q9X' } }] },
  })
})

it('a pass names the day on which a session of the night ends', async () => {
  await db
    .updateTable('occurrence')
    .set({ startsAt: new Date('2027-03-04T23:30:00Z'), endsAt: new Date('2027-03-05T02:30:00Z') })
    .execute()
  const answer = await buyer.fetch(`/api/activities/orders/${await book()}/pass`)
  const pass = unzip(Buffer.from(await answer.arrayBuffer()))
    .get('pass.json')
    ?.toString()
  expect(pass).toContain('23:30 to 02:30 (Fri)')
})
