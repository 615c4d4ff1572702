import type { Venue } from '#contract/venues.ts'
import * as messages from '#messages/bookings/pricing.ts'
import { useNavigate, useScreen } from '#web/platform/router.tsx'
import { withQuery } from '#web/platform/links.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/Field.tsx'
import styles from './VenueChoice.module.css'

/** The venue whose prices are displayed, in the address. It works without script. */
export const VenueChoice = ({ venues, chosen }: { venues: readonly Venue[]; chosen: string }) => {
  const navigate = useNavigate()
  const { path } = useScreen()
  return (
    <form
      className={styles['form']}
      method="get"
      onSubmit={(event) => {
        event.preventDefault()
        const venue = new FormData(event.currentTarget).get('venue')
        void navigate(withQuery(path, { venue: typeof venue === 'string' ? venue : null }), { stay: true })
      }}
    >
      <SelectField label={messages.venue} name="venue" defaultValue={chosen}>
        {venues.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
      <Button type="submit" variant="secondary" size="lg">
        {messages.showPrices}
      </Button>
    </form>
  )
}
