import { constants, createPrivateKey, privateEncrypt } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import forge from 'node-forge'

type PrivateKey = forge.pki.rsa.PrivateKey
type Encrypt = (message: string, key: PrivateKey | forge.pki.rsa.PublicKey, padding: unknown) => string

/** Padding of a signature (PKCS #1, block type 1). */
const signaturePadding = 0x01

let isNative = false

/**
 * Makes node-forge, with which passkit-generator signs, use Node's RSA: in JavaScript a signature takes 40 ms of the
 * only thread, natively 1 ms. passkit-generator takes no signer of its own.
 */
export const signNatively = (): void => {
  if (isNative) return
  isNative = true
  // The types leave the function out; each key's `sign` calls it by this name.
  const rsa = forge.pki.rsa as unknown as { encrypt: Encrypt }
  const { encrypt } = rsa
  rsa.encrypt = (message, key, padding) =>
    padding === signaturePadding && 'd' in key
      ? privateEncrypt(
          { key: nativeKey(key), padding: constants.RSA_PKCS1_PADDING },
          Buffer.from(message, 'binary'),
        ).toString('binary')
      : encrypt(message, key, padding)
}

let newest: { modulus: string; key: KeyObject } | undefined

/** Each pass brings the same key as an object of its own; it is converted once. */
const nativeKey = (key: PrivateKey): KeyObject => {
  const modulus = key.n.toString(36)
  if (newest?.modulus !== modulus) newest = { modulus, key: createPrivateKey(forge.pki.privateKeyToPem(key)) }
  return newest.key
}
