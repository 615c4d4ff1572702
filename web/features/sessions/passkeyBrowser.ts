import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { Assertion, NewCredential } from '#contract/passkeys.ts'
import * as messages from '#messages/shared/passkeys.ts'

/* What the browser does with passkeys. The library is loaded at the press of the button. */

const webauthn = () => import('@simplewebauthn/browser')

/** Why the browser has no passkey for us, as a sentence. */
export class PasskeyError extends Error {
  override name = 'PasskeyError'
}

/** Has the browser make a passkey. @throws PasskeyError */
export const makePasskey = async (options: object): Promise<NewCredential> => {
  const { startRegistration } = await webauthn()
  try {
    const { id, response } = await startRegistration({
      optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
    })
    const { clientDataJSON: clientData, attestationObject, transports = [] } = response
    return { id, clientData, attestationObject, transports }
  } catch (error) {
    throw inWords(error, messages.failedToAdd)
  }
}

/** Has the browser sign with a passkey that the person chooses. @throws PasskeyError */
export const signWithPasskey = async (options: object): Promise<Assertion> => {
  const { startAuthentication } = await webauthn()
  try {
    const { id, response } = await startAuthentication({
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
    })
    const { clientDataJSON: clientData, authenticatorData, signature, userHandle } = response
    return { id, clientData, authenticatorData, signature, userHandle }
  } catch (error) {
    throw inWords(error, messages.failed)
  }
}

/** The library passes on the browser's errors, under their names. */
const inWords = (error: unknown, otherwise: string): PasskeyError => {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return new PasskeyError(messages.cancelled)
  if (name === 'InvalidStateError') return new PasskeyError(messages.alreadyThere)
  return new PasskeyError(otherwise)
}
