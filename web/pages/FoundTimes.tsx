import * as messages from '#messages/bookings/home.ts'
import { withQuery } from '#web/platform/links.ts'
import { Link, useScreen } from '#web/platform/router.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Section } from '#web/ui/Layout.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './FoundTimes.module.css'
import { OfferList } from './OfferList.tsx'
import type { SearchResult } from '#web/features/search/search.ts'

/** The times of a search; when there are none, why not, and what else is on. */
export const FoundTimes = ({ result, query }: { result: SearchResult; query: string }) => {
  const { offers, alternatives, period, placeStatus } = result
  const hasOffers = offers.length > 0
  const isUnknown = placeStatus === 'not_found' || placeStatus === 'unavailable'
  const listed = hasOffers ? offers : alternatives.slice(0, maxTonight)
  return (
    <>
      {/* Where one looks: under the form, before anything else. */}
      {isUnknown ? (
        <div className={styles['unknown']}>
          <UnknownWords result={result} query={query} />
        </div>
      ) : null}
      <Section title={isUnknown ? messages.nextOn : messages.times}>
        {placeStatus === 'unavailable' ? <Notice colour="warning">{messages.placesFailed}</Notice> : null}
        {hasOffers ? (
          <Order result={result} />
        ) : isUnknown ? null : (
          <p className={styles['quiet']}>
            {alternatives.length === 0 ? messages.noneFree({ query }) : messages.noneThen({ query })}
          </p>
        )}
        {listed.length === 0 ? null : <OfferList offers={listed} period={hasOffers ? period : null} />}
      </Section>
    </>
  )
}

/** What is on tonight, for a visitor who has not searched; what is on next when the evening is over. */
export const TonightTimes = ({ result, venue }: { result: SearchResult; venue: string | undefined }) => {
  const { offers, alternatives, period } = result
  const hasOffers = offers.length > 0
  if (!hasOffers && alternatives.length === 0) return null
  return (
    <Section title={venue === undefined ? messages.tonight : messages.tonightNear({ venue })}>
      {hasOffers ? null : <p className={styles['quiet']}>{messages.nothingTonight}</p>}
      <OfferList
        offers={(hasOffers ? offers : alternatives).slice(0, maxTonight)}
        period={hasOffers ? period : null}
      />
    </Section>
  )
}

/** More stand behind the search. */
const maxTonight = 6

const Order = ({ result: { centre } }: { result: SearchResult }) =>
  centre === null ? null : (
    <p className={styles['quiet']}>
      {centre.source === 'device' ? messages.nearestToYou : messages.nearestTo({ place: centre.name })}
    </p>
  )

/** That nothing is called so, and what may have been meant. */
const UnknownWords = ({ result: { suggestion }, query }: { result: SearchResult; query: string }) => {
  const { path } = useScreen()
  return (
    <Notice role="status" title={messages.unknownWords({ query })}>
      <p>
        {suggestion === null ? (
          messages.tryOther
        ) : (
          <RichText
            message={messages.didYouMean}
            suggestion={
              <Link to={withQuery(path, { q: suggestion, near: null })} stay>
                {suggestion}
              </Link>
            }
          />
        )}
      </p>
    </Notice>
  )
}
