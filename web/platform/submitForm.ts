import { ApiError, api } from './api.ts'
import type { PageContext } from './pageContext.tsx'
import type { SubmittedForm } from './submittedForm.ts'

/**
 * Sends the call of a form that a browser without script has posted; the field `call` says which. Runs on the server
 * only. @returns the refused form, undefined when the call succeeded
 */
export const submitForm = async (
  { client }: Pick<PageContext, 'client'>,
  values: URLSearchParams,
): Promise<SubmittedForm | undefined> => {
  const text = (name: string): string => values.get(name) ?? ''
  const refusedBy = async (path: string, sending: Promise<unknown>): Promise<SubmittedForm | undefined> => {
    try {
      await sending
      return undefined
    } catch (error) {
      if (error instanceof ApiError) return { path, values, error }
      throw error
    }
  }
  switch (values.get('call')) {
    case 'login': {
      const args = { username: text('username'), password: text('password') }
      return refusedBy(api.sessions.login.path, client.send(api.sessions.login, args))
    }
    case 'second-step': {
      const args = {
        challenge: text('challenge'),
        code: text('code'),
        rememberDevice: values.has('rememberDevice'),
      }
      return refusedBy(api.secondFactor.finishLogin.path, client.send(api.secondFactor.finishLogin, args))
    }
    case 'request-login-link': {
      const args = { emailOrReference: text('emailOrReference') }
      return refusedBy(api.sessions.requestLoginLink.path, client.send(api.sessions.requestLoginLink, args))
    }
    case 'login-link': {
      const args = { token: text('token'), inOtherBrowser: values.has('inOtherBrowser') }
      return refusedBy(api.sessions.logInByLink.path, client.send(api.sessions.logInByLink, args))
    }
    case 'register': {
      const args = {
        onboardingType: text('onboardingType') === 'joining' ? 'joining' : 'standard',
        firstName: text('firstName'),
        lastName: text('lastName'),
        email: text('email'),
        password: text('password'),
        dateOfBirth: text('dateOfBirth'),
        phone: text('phone'),
        addressLineOne: text('addressLineOne'),
        addressLineTwo: text('addressLineTwo'),
        city: text('city'),
        postcode: text('postcode'),
        homeVenueSlug: text('homeVenueSlug'),
        marketingConsent: values.has('marketingConsent'),
        terms: values.getAll('terms'),
        clientId: text('clientId'),
        source: text('source') === 'online-joining' ? 'online-joining' : 'bookings',
      } as const
      return refusedBy(api.customers.register.path, client.send(api.customers.register, args))
    }
    case 'remove': {
      const args = { cartItemIds: values.getAll('cartItemId').map(Number) }
      return refusedBy(api.baskets.remove.path, client.send(api.baskets.remove, args))
    }
    default:
      return undefined
  }
}
