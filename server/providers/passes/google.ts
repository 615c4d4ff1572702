import { createSign } from 'node:crypto'
import type { Pass } from './port.ts'

/** The issuer of passes at Google, and the service account whose key signs them (PEM). */
export type GoogleIssuer = { issuerId: string; account: string; key: string }

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The pass is in the address itself, as a signed token: nothing is sent to Google beforehand. */
export const createGoogleLinks =
  ({ issuerId, account, key }: GoogleIssuer): ((pass: Pass) => string) =>
  (pass) => {
    const text = (value: string) => ({ defaultValue: { language: pass.language, value } })
    const classId = `${issuerId}.onside-booking`
    const claims = {
      iss: account,
      aud: 'google',
      typ: 'savetowallet',
      payload: {
        genericClasses: [{ id: classId }],
        genericObjects: [
          {
            id: `${issuerId}.${pass.serial}`,
            classId,
            cardTitle: text(pass.operator),
            header: text(pass.title),
            subheader: text(`${pass.day}, ${pass.time}`),
            textModulesData: [
              { id: 'place', header: pass.place, body: pass.address },
              ...(pass.people === ''
                ? []
                : [{ id: 'people', header: pass.labels.people, body: pass.people }]),
            ],
            barcode: { type: 'QR_CODE', value: pass.code, alternateText: pass.code },
          },
        ],
      },
    }
    const token = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
    const signature = createSign('RSA-SHA256').update(token).sign(key, 'base64url')
    return `https://pay.google.com/gp/v/save/${token}.${signature}`
  }
