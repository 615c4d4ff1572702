import { createHash, generateKeyPairSync, sign } from 'node:crypto'

const origin = 'http://bookings.onside.localhost:3000'
const rpId = 'onside.localhost'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

export type Signing = {
  challenge: string
  counter: number
  isVerified?: boolean
  from?: string
  forSite?: string
}

/** An authenticator with one passkey, as WebAuthn defines its answers. */
export const anAuthenticator = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = sha256(x).subarray(0, 16)
  const clientDataOf = (type: string, { challenge, from = origin }: Signing): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const dataOf = ({ counter, isVerified = true, forSite = rpId }: Signing, hasKey: boolean): Buffer => {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (hasKey ? 0x40 : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(forSite), head])
  }
  return {
    make: (signing: Signing) => {
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const data = Buffer.concat([
        dataOf(signing, true),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ])
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        id: id.toString('base64url'),
        clientData: clientDataOf('webauthn.create', signing).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      }
    },
    sign: (signing: Signing) => {
      const clientData = clientDataOf('webauthn.get', signing)
      const data = dataOf(signing, false)
      return {
        id: id.toString('base64url'),
        clientData: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey).toString(
          'base64url',
        ),
      }
    },
  }
}
