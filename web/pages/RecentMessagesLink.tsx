import { recentMessages } from '#messages/shared/layout.ts'
import { withQuery } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'

/** Opens the list of recent messages over the page. `here` is the page's address without open dialogs. */
export const RecentMessagesLink = ({ here }: { here: string }) => (
  <p>
    <Link to={withQuery(here, { messages: '1' })} stay>
      {recentMessages}
    </Link>
  </p>
)
