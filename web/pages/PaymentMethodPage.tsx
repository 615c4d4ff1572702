import type { Membership } from '#contract/memberships.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/account/paymentMethod.ts'
import { api, ApiError } from '#web/platform/api.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { accountLinks } from '#web/platform/links.ts'
import { definePage, notFound, redirect, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useRead, type Read } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { PageHeading } from '#web/ui/Layout.tsx'
import styles from './PaymentMethodPage.module.css'
import { requireCustomer } from './requireCustomer.ts'

const ChangeCard = lazyComponent(
  'web/features/checkout/ChangeCard.tsx',
  async () => (await import('#web/features/checkout/ChangeCard.tsx')).ChangeCard,
  { preload: false },
)

const ChangeBankAccount = lazyComponent(
  'web/features/memberships/ChangeBankAccount.tsx',
  async () => (await import('#web/features/memberships/ChangeBankAccount.tsx')).ChangeBankAccount,
  { preload: false },
)

/** Changes the card or the bank account of a membership, for its payer. */
const load = requireCustomer(async ({ params, read }: LoaderArgs) => {
  const { membershipId = '' } = params as Readonly<Record<string, string>>
  const memberships = await read(api.memberships.mine)
  const membership = memberships.find(({ id }) => String(id) === membershipId)
  if (membership === undefined) return notFound()
  const method = membership.changes?.paymentMethod ?? null
  if (method === null) return redirect(accountLinks.memberships())
  return { membership, method, prepared: method === 'card' ? await prepare(read, membership.id) : null }
})

/** A provider that does not answer is tried again from the card form. */
const prepare = async (read: Read, membershipId: number) => {
  try {
    return await read(api.payments.prepareCardChange, { membershipId })
  } catch (error) {
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) return null
    throw error
  }
}

const PaymentMethodPage = ({ data: { membership: loaded, method, prepared } }: PageProps<typeof load>) => {
  const { data: memberships } = useRead(api.memberships.mine)
  const membership = memberships.find(({ id }) => id === loaded.id) ?? loaded
  const customer = useCustomer()
  const navigate = useNavigate()
  const toasts = useToasts()
  const isCard = method === 'card'
  const isSetUp = (loaded.changes?.takeOverFrom ?? null) === null
  const finish = (): void => {
    const content = isSetUp
      ? isCard
        ? messages.cardChanged
        : messages.accountChanged
      : isCard
        ? messages.cardSetUp
        : messages.accountSetUp
    toasts.show({ content, colour: 'success', closeAfter: 10000 })
    void navigate(accountLinks.memberships(), { replace: true })
  }
  const form = {
    membershipId: membership.id,
    back: (
      <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to={accountLinks.memberships()}>
        {messages.back}
      </Link>
    ),
    onSaved: finish,
  }
  return (
    <>
      <PageHeading>{titleOf({ membership: loaded, method })}</PageHeading>
      <div className={styles['lead']}>
        {describe(membership, isCard).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {isCard ? (
        <ChangeCard
          {...form}
          currentCardId={loaded.changes?.card?.id}
          prepared={prepared}
          payerName={customer === null ? '' : `${customer.firstName} ${customer.lastName}`}
        />
      ) : (
        <ChangeBankAccount {...form} />
      )}
    </>
  )
}

const titleOf = ({
  membership: { name: plan, changes },
  method,
}: {
  membership: Pick<Membership, 'name' | 'changes'>
  method: 'card' | 'direct_debit'
}): string => {
  if ((changes?.takeOverFrom ?? null) !== null)
    return method === 'card' ? messages.cardSetUpTitle({ plan }) : messages.accountSetUpTitle({ plan })
  return method === 'card' ? messages.cardTitle({ plan }) : messages.accountTitle({ plan })
}

const describe = (membership: Membership, isCard: boolean): string[] => {
  const from = membership.changes?.takeOverFrom ?? null
  if (from === null) return isCard ? describeCard(membership) : describeAccount(membership)
  return [
    messages.setUpFrom({ date: longDate(from) }),
    messages.setUpBefore,
    ...(isCard ? [messages.nothingCharged] : []),
  ]
}

const describeCard = ({ changes, nextBillingOn }: Membership): string[] => {
  const card = changes?.card ?? null
  return [
    card === null
      ? messages.cardGone
      : messages.cardLead({ ...card, expiry: `${card.expiry.slice(0, 2)}/${card.expiry.slice(2)}` }),
    ...(nextBillingOn === null ? [] : [messages.nextPayment({ date: longDate(nextBillingOn) })]),
    messages.nothingCharged,
  ]
}

const describeAccount = ({ nextBillingOn }: Membership): string[] => [
  ...(nextBillingOn === null ? [] : [messages.nextDebit({ date: longDate(nextBillingOn) })]),
  messages.inProgress,
  messages.oldMandate,
]

export const page = definePage({
  load,
  title: titleOf,
  breadcrumbs: (data) => [
    { label: messages.memberships, to: accountLinks.memberships() },
    { label: titleOf(data) },
  ],
  Component: PaymentMethodPage,
})
