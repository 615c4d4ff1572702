import type { NextOfActivity } from '#contract/search.ts'
import type { CategorySummary } from '#contract/shapes.ts'
import * as messages from '#messages/bookings/activities.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ActivityIcon } from './ActivityIcon.tsx'
import styles from './ActivityGrid.module.css'

/** The label of each kind of category. */
const kinds: Readonly<Record<CategorySummary['v2Type'], string>> = {
  classes: messages.classes,
  resources: messages.courts,
  ticketed: messages.tickets,
}

/** Activities as cards: each is one link. `level` is that of the cards' headings, `next` what each costs and when. */
export const ActivityGrid = ({
  venueSlug,
  categories,
  next,
  level = 2,
}: {
  venueSlug: string
  categories: readonly CategorySummary[]
  next: readonly NextOfActivity[]
  level?: 2 | 3
}) => {
  const Name = level === 2 ? 'h2' : 'h3'
  return (
    <ul role="list" className={styles['grid']}>
      {categories.map(({ id, slug, name, description, image, v2Type }) => {
        const facts = next.find((one) => one.slug === slug)
        return (
          <li key={id}>
            <Link className={styles['card']} to={links.activity(venueSlug, slug)}>
              <span className={`${styles['tile'] ?? ''} ${styles[v2Type] ?? ''}`}>
                <ActivityIcon slug={slug} name={name} image={image} />
              </span>
              <span className={styles['words']}>
                <Name className={styles['name']}>{name}</Name>
                {description === null || description === '' ? null : (
                  <span className={styles['description']}>{description}</span>
                )}
                {facts === undefined ? null : (
                  <span className={styles['facts']}>{messages.priceAndNext(facts)}</span>
                )}
                <span className={styles['kind']}>
                  <Badge>{kinds[v2Type]}</Badge>
                </span>
              </span>
              <span className={styles['go']}>
                <Icon name="arrow" />
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
