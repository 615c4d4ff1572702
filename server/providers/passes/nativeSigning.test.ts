import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'
import { expect, it } from 'vitest'
import { signNatively } from './nativeSigning.ts'

it('signs with the RSA of Node, and the signature is the same', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())
  const sign = () => key.sign(forge.md.sha256.create().update('a manifest'))
  const inJavaScript = sign()
  signNatively()
  expect(sign()).toBe(inJavaScript)
})
