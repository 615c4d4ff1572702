import * as messages from '#server/messages/en/passes.ts'
import { passIcons } from './icon.ts'
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
    { key: 'day', label: messages.day, value: pass.day },
    { key: 'time', label: messages.time, value: pass.time },
  )
  if (pass.people !== '')
    file.auxiliaryFields.push({ key: 'people', label: messages.people, value: pass.people })
  file.backFields.push(
    { key: 'reference', label: messages.order, value: pass.reference },
    { key: 'address', label: messages.where, value: pass.address },
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
