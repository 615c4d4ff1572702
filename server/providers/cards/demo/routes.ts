import { operatorMessages } from '#server/messages/languages.ts'
import { textOf } from '#server/platform/raw.ts'
import type { RawCall, RawRoute, ScriptUrl } from '#server/platform/raw.ts'
import { challengePage, noQuestionPage } from './bank.ts'
import { demoDoor } from './company.ts'
import type { DemoCompany } from './company.ts'
import { fieldsPage } from './card.ts'
import { walletsPage } from './wallets.ts'

type Problem = { status: number; code: string; message: string; errors?: object }

const json = (body: object, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  })
const problem = (what: Problem): Response => json(what, what.status)

const unknownSession: Problem = {
  status: 401,
  code: 'session_unknown',
  message: operatorMessages().providers.sessionUnknown,
}
const unknownCard: Problem = {
  status: 404,
  code: 'card_unknown',
  message: operatorMessages().providers.cardUnknown,
}
const badCard = (errors: object): Problem => ({
  status: 422,
  code: 'card_invalid',
  message:
    Object.values(errors as Record<string, string[]>).flat()[0] ??
    operatorMessages().providers.detailsInvalid,
  errors,
})

/** The session key, which the card form sends as a bearer token. */
const sessionOf = ({ request }: RawCall): string =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''

const bodyOf = async ({ request }: RawCall): Promise<Record<string, unknown>> => {
  try {
    const body: unknown = JSON.parse((await textOf(request)) ?? '')
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch {
    // What is no JSON names no card, and is answered as such.
    return {}
  }
}

/**
 * The demo company's own doors: card numbers come in here and nowhere else (wire §9).
 * @param pagesOf origins whose pages may frame the card fields and the bank's page
 */
export const demoCardRoutes = (
  company: DemoCompany,
  pagesOf: (call: RawCall) => readonly string[],
  scriptUrl: ScriptUrl,
): RawRoute[] => [
  {
    method: 'GET',
    path: `${demoDoor}/fields`,
    handle: (call) => fieldsPage(pagesOf(call), scriptUrl('web/frames/demoCard.ts')),
  },
  {
    method: 'GET',
    path: `${demoDoor}/wallets`,
    handle: (call) => walletsPage(pagesOf(call), scriptUrl('web/frames/demoWallet.ts')),
  },
  {
    method: 'POST',
    path: `${demoDoor}/api/v1/card-identifiers`,
    anyOrigin: true,
    hasOwnTokens: true,
    handle: async (call) => {
      const { cardDetails } = await bodyOf(call)
      const typed = typeof cardDetails === 'object' && cardDetails !== null ? cardDetails : {}
      const answer = await company.identifyCard(sessionOf(call), typed as Record<string, unknown>)
      if (answer === null) return problem(unknownSession)
      return 'errors' in answer ? problem(badCard(answer.errors)) : json(answer)
    },
  },
  {
    method: 'POST',
    path: `${demoDoor}/api/v1/card-identifiers/{identifier}/security-code`,
    anyOrigin: true,
    hasOwnTokens: true,
    handle: async (call) => {
      const { securityCode } = await bodyOf(call)
      const answer = await company.takeSecurityCode(
        sessionOf(call),
        call.params['identifier'] ?? '',
        securityCode,
      )
      if (answer === null) return problem(unknownSession)
      if (answer === 'unknown_card') return problem(unknownCard)
      if (answer === 'wrong_form') {
        return problem(badCard({ securityCode: [operatorMessages().providers.enterSecurityCode] }))
      }
      return new Response(null, { status: 204 })
    },
  },
  {
    method: 'POST',
    path: `${demoDoor}/challenge`,
    handle: async (call) => {
      const form = new URLSearchParams((await textOf(call.request)) ?? '')
      const token = form.get('creq') ?? ''
      if (form.get('answer') !== 'continue') {
        const payment = await company.question(token)
        return payment === null ? noQuestionPage(pagesOf(call)) : challengePage(payment, pagesOf(call))
      }
      const payment = await company.answerQuestion(token)
      if (payment === null || payment.returnUrl === null) return noQuestionPage(pagesOf(call))
      // 307: the browser posts the same fields on to the shop, as a bank's page does.
      return new Response(null, {
        status: 307,
        headers: { Location: payment.returnUrl, 'Cache-Control': 'no-store' },
      })
    },
  },
]
