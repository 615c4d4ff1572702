import * as messages from '#messages/bookings/pricing.ts'
import { useNavigate, useScreen } from '#web/platform/router.tsx'
import { withQuery } from '#web/platform/links.ts'
import { VenueField } from '#web/platform/VenueField.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './VenueChoice.module.css'

/** The venue whose prices are displayed, in the address. It works without script. */
export const VenueChoice = ({ chosen }: { chosen: string }) => {
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
      <VenueField key={chosen} label={messages.venue} name="venue" selected={chosen} />
      <Button type="submit" variant="secondary" size="lg">
        {messages.showPrices}
      </Button>
    </form>
  )
}
