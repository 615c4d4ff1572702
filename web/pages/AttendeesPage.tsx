import { useEffect } from 'react'
import type { BookingQuestion, WaiverRequest } from '#contract/waivers.ts'
import * as messages from '#messages/shared/attendees.ts'
import { basketEmpty, basketEmptyHint, bookActivity, shoppingBasket } from '#messages/shared/basket.ts'
import { AttendeesForm } from '#web/features/waivers/AttendeesForm.tsx'
import { api, ApiError } from '#web/platform/api.ts'
import { readBuyer, useBuyer } from '#web/platform/buyer.ts'
import { links } from '#web/platform/links.ts'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { setReadData, readKey, useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Container, Empty, PageHeading, Skeleton } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { BasketClock } from './lazyParts.ts'

/** Attendees, their waivers and questions: between basket and checkout where they are needed (A13). */
const load = async ({ read, context }: LoaderArgs) => {
  const [basket] = await Promise.all([read(api.baskets.read), readBuyer(context), read(api.operator.config)])
  const ids = [...new Set(basket.items.flatMap(({ restrictionIds }) => restrictionIds))]
  // Not cached: the answer says what has been accepted.
  const waivers = await Promise.all(ids.map((restriction) => waiverOf(context, restriction)))
  return { waivers: waivers.filter((waiver) => waiver !== null) }
}

/** Null for a waiver that was withdrawn meanwhile. */
const waiverOf = async (
  { client }: Parameters<typeof readBuyer>[0],
  restriction: number,
): Promise<WaiverRequest | null> => {
  try {
    return await client.send(api.waivers.requests, { restriction })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

const AttendeesPage = ({ data: { waivers } }: PageProps<typeof load>) => {
  const { data: basket } = useRead(api.baskets.read)
  const customer = useBuyer()
  const cartId = basket.id
  const questionsRead = useDeferredRead(
    api.waivers.questions,
    { cartId: cartId ?? 0 },
    { when: cartId !== null },
  )
  const { queries } = usePageContext()
  const questions = questionsRead.data ?? []
  const isOptional =
    waivers.length === 0 && questions.length > 0 && !questions.some(({ required }) => required)
  useEffect(
    () => () => {
      // The fields start with the stored answers, so the next visit must read them again.
      queries.remove(readKey(api.waivers.questions, { cartId: cartId ?? 0 }))
    },
    [queries, cartId],
  )
  return (
    <Container narrow>
      <PageHeading lead={isOptional ? messages.optionalLead : messages.lead}>
        {messages.attendees}
      </PageHeading>
      {basket.items.length === 0 ? (
        <Empty title={basketEmpty}>
          <p>{basketEmptyHint}</p>
          <Link className={buttonClass({ size: 'lg' })} to={links.redirectToSelectedVenue()}>
            {bookActivity}
          </Link>
        </Empty>
      ) : (
        <>
          <noscript>
            <Notice colour="warning" title={messages.javascriptTitle}>
              <p>{messages.javascriptText}</p>
            </Notice>
          </noscript>
          <BasketClock basket={basket} />
          {questionsRead.data === undefined && questionsRead.error !== null ? (
            <Notice colour="danger" role="alert" title={messages.questionsFailed}>
              <p>{questionsRead.error.message}</p>
              <Button variant="secondary" onClick={questionsRead.refetch}>
                {messages.tryAgain}
              </Button>
            </Notice>
          ) : questionsRead.data === undefined ? (
            <div aria-busy="true">
              <span className="visually-hidden">{messages.loading}</span>
              <Skeleton lines={5} />
            </div>
          ) : (
            <Form
              key={`${customer?.id ?? 'visitor'}`}
              {...{ waivers, basket, customerId: customer?.id ?? null }}
              questions={questionsRead.data}
            />
          )}
        </>
      )}
    </Container>
  )
}

const Form = ({
  waivers,
  questions,
  basket,
  customerId,
}: {
  waivers: readonly WaiverRequest[]
  questions: readonly BookingQuestion[]
  basket: { items: Parameters<typeof AttendeesForm>[0]['items'] }
  customerId: number | null
}) => {
  const navigate = useNavigate()
  const { client, queries } = usePageContext()
  const goToCheckout = async (): Promise<void> => {
    // The checkout redirects back here unless its basket says that the attendees are complete.
    setReadData(queries, api.baskets.read, {}, await client.send(api.baskets.read, {}))
    await navigate(links.checkout())
  }
  return waivers.length === 0 && questions.length === 0 ? (
    <Empty title={messages.nothingNeeded}>
      <Link className={buttonClass({ size: 'lg' })} to={links.checkout()}>
        {messages.continueToCheckout}
      </Link>
    </Empty>
  ) : (
    <AttendeesForm items={basket.items} {...{ waivers, questions, customerId }} onSent={goToCheckout} />
  )
}

export const page = definePage({
  load,
  title: () => messages.attendees,
  breadcrumbs: () => [{ label: shoppingBasket, to: links.basket() }, { label: messages.attendees }],
  Component: AttendeesPage,
})
