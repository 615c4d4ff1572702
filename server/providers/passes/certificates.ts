import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { AppleCertificates } from './apple.ts'

const year = 365 * 86_400_000

/** A certificate of our own and its authority, made anew at each start, in place of Apple's. */
export const createCertificates = async (): Promise<AppleCertificates> => {
  // Loaded when the first pass is asked for.
  const { default: forge } = await import('node-forge')
  const newKey = () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    return forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())
  }
  const certify = (
    name: string,
    key: ReturnType<typeof newKey>,
    issuer: { name: string; key: typeof key },
  ) => {
    const certificate = forge.pki.createCertificate()
    certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e)
    certificate.serialNumber = `00${randomBytes(8).toString('hex')}`
    certificate.validity.notBefore = new Date(Date.now() - 86_400_000)
    certificate.validity.notAfter = new Date(Date.now() + 5 * year)
    certificate.setSubject([{ name: 'commonName', value: name }])
    certificate.setIssuer([{ name: 'commonName', value: issuer.name }])
    certificate.sign(issuer.key, forge.md.sha256.create())
    return forge.pki.certificateToPem(certificate)
  }
  const authority = { name: 'onside-demo-authority', key: newKey() }
  const key = newKey()
  return {
    passTypeIdentifier: 'pass.example.onside',
    teamIdentifier: 'ONSIDEDEMO',
    authority: certify(authority.name, authority.key, authority),
    certificate: certify('onside-demo-passes', key, authority),
    key: forge.pki.privateKeyToPem(key),
  }
}
