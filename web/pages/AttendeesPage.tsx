import { useEffect } from 'react'
import type { BookingQuestion, WaiverRequest } from '#contract/waivers.ts'
import { HoldClock } from '#web/features/baskets/HoldClock.tsx'
import { useBasketActions } from '#web/features/baskets/useBasketActions.ts'
import { AttendeesForm } from '#web/features/waivers/AttendeesForm.tsx'
import { api, ApiError } from '#web/platform/api.ts'
import { readBuyer, useBuyer } from '#web/platform/buyer.ts'
import { links } from '#web/platform/links.ts'
import { definePage, type Load, type PageProps } from '#web/platform/page.ts'
import { keepRead, readKey, useLateRead, useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { useVisit } from '#web/platform/visit.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Container, Empty, PageHeading, Skeleton } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** Who takes part, and what they agree to: between basket and checkout where it is needed (A13). */
const load = async ({ read, visit }: Load) => {
  const [basket] = await Promise.all([read(api.baskets.read), readBuyer(visit), read(api.operator.config)])
  const ids = [...new Set(basket.items.flatMap(({ restrictionIds }) => restrictionIds))]
  // Asked anew each time: what has been agreed to stands in it.
  const asked = await Promise.all(ids.map((restriction) => waiverOf(visit, restriction)))
  return { waivers: asked.filter((waiver) => waiver !== null) }
}

/** One that was withdrawn meanwhile is asked of nobody. */
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
  const { clear } = useBasketActions()
  const cartId = basket.id
  const asked = useLateRead(api.waivers.questions, { cartId: cartId ?? 0 }, { when: cartId !== null })
  const { queries } = useVisit()
  const questions = asked.data ?? []
  const isUpToThem =
    waivers.length === 0 && questions.length > 0 && !questions.some(({ required }) => required)
  useEffect(
    () => () => {
      // The fields begin with the answers there are, so the next visit asks for them anew.
      queries.removeQueries({ queryKey: readKey(api.waivers.questions, { cartId: cartId ?? 0 }) })
    },
    [queries, cartId],
  )
  return (
    <Container narrow>
      <PageHeading
        lead={
          isUpToThem
            ? 'You need not answer these questions. What you leave empty is passed over.'
            : 'Tell us who is coming. What you fill in is kept until you send it.'
        }
      >
        Attendees
      </PageHeading>
      {basket.items.length === 0 ? (
        <Empty title="Your basket is empty">
          <p>Choose a class, a court or a ticket first.</p>
          <Link className={buttonClass({ size: 'lg' })} to={links.redirectToSelectedVenue()}>
            Book an activity
          </Link>
        </Empty>
      ) : (
        <>
          <noscript>
            <Notice colour="warning" title="This page needs JavaScript">
              <p>
                It is switched off in your browser. Your basket is kept: switch it on and load this page
                again.
              </p>
            </Notice>
          </noscript>
          <HoldClock basket={basket} onRelease={() => void clear()} />
          {asked.data === undefined && asked.error !== null ? (
            <Notice colour="danger" role="alert" title="We could not load the questions.">
              <p>{asked.error.message}</p>
              <Button variant="secondary" onClick={asked.askAgain}>
                Try again
              </Button>
            </Notice>
          ) : asked.data === undefined ? (
            <div aria-busy="true">
              <span className="visually-hidden">Loading</span>
              <Skeleton lines={5} />
            </div>
          ) : (
            <Form
              key={`${customer?.id ?? 'visitor'}`}
              {...{ waivers, basket, who: customer?.id ?? null }}
              questions={asked.data}
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
  who,
}: {
  waivers: readonly WaiverRequest[]
  questions: readonly BookingQuestion[]
  basket: { items: Parameters<typeof AttendeesForm>[0]['items'] }
  who: number | null
}) => {
  const navigate = useNavigate()
  const { client, queries } = useVisit()
  const onward = async (): Promise<void> => {
    // The till looks at the basket: it must be the one that nothing more is asked of.
    keepRead(queries, api.baskets.read, {}, await client.send(api.baskets.read, {}))
    await navigate(links.checkout())
  }
  return waivers.length === 0 && questions.length === 0 ? (
    <Empty title="Nothing is needed for what is in your basket">
      <Link className={buttonClass({ size: 'lg' })} to={links.checkout()}>
        Continue to checkout
      </Link>
    </Empty>
  ) : (
    <AttendeesForm items={basket.items} {...{ waivers, questions, who }} onSent={onward} />
  )
}

export const page = definePage({
  load,
  title: () => 'Attendees',
  breadcrumbs: () => [{ label: 'Shopping basket', to: links.basket() }, { label: 'Attendees' }],
  Component: AttendeesPage,
})
