import { JoiningCheckout, joiningPrepareArgs } from '#web/features/checkout/JoiningCheckout.tsx'
import { pendingPayment } from '#web/features/checkout/pendingPayment.ts'
import * as messages from '#messages/join/payment.ts'
import { api, ApiError } from '#web/platform/api.ts'
import { lateComponent } from '#web/platform/lateComponent.tsx'
import { joinLinks } from '#web/platform/joinLinks.ts'
import { definePage, notFound, redirect, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useDeferredRead, useRead, type Read } from '#web/platform/queries.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import { requireCustomer } from './requireCustomer.ts'

/** Nothing in it is needed for the first press. */
const JoiningToPay = lateComponent(
  'web/features/memberships/JoiningToPay.tsx',
  async () => (await import('#web/features/memberships/JoiningToPay.tsx')).JoiningToPay,
)

/** Pays what is due today for a membership. */
const load = requireCustomer(async ({ params, read, context }: LoaderArgs) => {
  const { joiningId = '' } = params as Readonly<Record<string, string>>
  if (!/^\d{1,9}$/.test(joiningId)) return notFound()
  const id = Number(joiningId)
  const joining = await read(api.memberships.joining, { id })
  if (joining.completeOrderId !== null) return redirect(joinLinks.member(id))
  const pendingTransaction = pendingPayment(context.cookies, { joiningId: id })
  const [prepared] = await Promise.all([
    joining.dueToday.raw > 0 && pendingTransaction === undefined ? prepare(read, id) : nothingPrepared,
    read(api.customers.details),
  ])
  return { id, start: { ...prepared, pendingTransaction } }
})

const nothingPrepared = { prepared: null, error: null }

/** A refusal is displayed on the page; a provider that does not answer is tried again from the card form. */
const prepare = async (read: Read, joiningId: number) => {
  try {
    return { prepared: await read(api.checkout.prepare, joiningPrepareArgs(joiningId)), error: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 0 || error.status >= 500) return nothingPrepared
    const { toCheckoutError } = await import('#web/features/checkout/checkoutErrors.ts')
    return { prepared: null, error: toCheckoutError(error) }
  }
}

const JoiningPayPage = ({ data: { id, start } }: PageProps<typeof load>) => {
  const { data: joining } = useRead(api.memberships.joining, { id })
  const details = useDeferredRead(api.customers.details, {}, { when: true })
  const customer = useCustomer()
  const navigate = useNavigate()
  const { queries } = usePageContext()
  // The next page redirects back here unless it reads that the order was placed.
  const showMembership = async (): Promise<void> => {
    await queries.invalidate(([, path]) => path === api.memberships.joining.path)
    await navigate(joinLinks.member(id), { replace: true })
  }
  if (customer === null) return null
  return (
    <Container>
      <PageHeading lead={joining.dueToday.raw === 0 ? messages.reviewNothingToPay : messages.reviewAndPay}>
        {joining.dueToday.raw === 0
          ? messages.becomeMember
          : messages.payToday({ amount: joining.dueToday.formatted })}
      </PageHeading>
      <JoiningCheckout
        joining={joining}
        customer={customer}
        details={details.data ?? null}
        start={start}
        summary={<JoiningToPay joining={joining} />}
        onJoined={() => {
          void showMembership()
        }}
      />
    </Container>
  )
}

export const page = definePage({
  load,
  title: () => messages.title,
  breadcrumbs: () => [{ label: messages.buyMembership, to: joinLinks.home() }, { label: messages.pay }],
  Component: JoiningPayPage,
})
