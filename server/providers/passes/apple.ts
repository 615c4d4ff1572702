import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { createPng } from '#server/platform/png.ts'
import type { Pass } from './port.ts'

/** What signs passes for Apple Wallet; certificates and key are PEM. */
export type AppleCertificates = {
  passTypeIdentifier: string
  teamIdentifier: string
  /** Apple's intermediate certificate (WWDR). */
  authority: string
  certificate: string
  key: string
}

type Certificates = AppleCertificates | null | Promise<AppleCertificates>

/** @param load called once, when the first pass is asked for */
export const createAppleSigner = (load: () => Certificates): ((pass: Pass) => Promise<Buffer>) => {
  let loading: Promise<AppleCertificates | null> | undefined
  return async (pass) => {
    const certificates = await (loading ??= Promise.resolve(load()))
    if (certificates === null) throw new Error('Apple passes need certificates.')
    return signPass(pass, certificates)
  }
}

const signPass = async (pass: Pass, certificates: AppleCertificates): Promise<Buffer> => {
  const [{ PKPass }, { signNatively }] = await Promise.all([
    import('passkit-generator'),
    import('./nativeSigning.ts'),
  ])
  signNatively()
  const { passTypeIdentifier, teamIdentifier, authority, certificate, key } = certificates
  const file = new PKPass(
    { ...passIcons() },
    { wwdr: authority, signerCert: certificate, signerKey: key },
    {
      passTypeIdentifier,
      teamIdentifier,
      serialNumber: pass.serial,
      organizationName: pass.operator,
      description: `${pass.title}, ${pass.day}`,
      logoText: pass.operator,
      backgroundColor: 'rgb(36, 28, 58)',
      foregroundColor: 'rgb(255, 255, 255)',
      labelColor: 'rgb(214, 207, 232)',
    },
  )
  file.type = 'eventTicket'
  file.primaryFields.push({ key: 'title', label: pass.place, value: pass.title })
  file.secondaryFields.push(
    { key: 'day', label: pass.labels.day, value: pass.day },
    { key: 'time', label: pass.labels.time, value: pass.time },
  )
  if (pass.people !== '')
    file.auxiliaryFields.push({
      key: 'people',
      label: pass.labels.people,
      value: pass.people,
    })
  file.backFields.push(
    { key: 'reference', label: pass.labels.order, value: pass.reference },
    { key: 'address', label: pass.labels.where, value: pass.address },
  )
  file.setRelevantDate(pass.startsAt)
  file.setBarcodes({
    format: 'PKBarcodeFormatQR',
    message: pass.code,
    messageEncoding: 'iso-8859-1',
    altText: pass.code,
  })
  return file.getAsBuffer()
}

/** A ring in white on the colour of the pass. */
const drawIcon = (size: number): Buffer =>
  createPng(size, (x, y) => {
    const fromCentre = Math.hypot(x + 0.5 - size / 2, y + 0.5 - size / 2) / size
    return fromCentre > 0.2 && fromCentre < 0.36
  })

let icons: Record<string, Buffer> | undefined

/** The files of a pass's icon, drawn once. */
const passIcons = (): Record<string, Buffer> =>
  (icons ??= { 'icon.png': drawIcon(29), 'icon@2x.png': drawIcon(58), 'icon@3x.png': drawIcon(87) })

const year = 365 * 86_400_000
const authority = 'onside-demo-authority'
const generateKey = promisify(generateKeyPair)

let demoCertificates: Promise<AppleCertificates> | undefined

/**
 * A certificate of our own and its authority in place of Apple's, made when this process signs its first pass. Making
 * their key takes some tenths of a second of a processor.
 */
export const getDemoCertificates = (): Promise<AppleCertificates> =>
  (demoCertificates ??= createCertificates())

const createCertificates = async (): Promise<AppleCertificates> => {
  // Loaded when the first pass is asked for.
  const { default: forge } = await import('node-forge')
  const { privateKey } = await generateKey('rsa', { modulusLength: 2048 })
  const key = forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())
  const certify = (name: string) => {
    const certificate = forge.pki.createCertificate()
    certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e)
    certificate.serialNumber = `00${randomBytes(8).toString('hex')}`
    certificate.validity.notBefore = new Date(Date.now() - 86_400_000)
    certificate.validity.notAfter = new Date(Date.now() + 5 * year)
    certificate.setSubject([{ name: 'commonName', value: name }])
    certificate.setIssuer([{ name: 'commonName', value: authority }])
    certificate.sign(key, forge.md.sha256.create())
    return forge.pki.certificateToPem(certificate)
  }
  return {
    passTypeIdentifier: 'pass.example.onside',
    teamIdentifier: 'ONSIDEDEMO',
    authority: certify(authority),
    certificate: certify('onside-demo-passes'),
    key: forge.pki.privateKeyToPem(key),
  }
}
