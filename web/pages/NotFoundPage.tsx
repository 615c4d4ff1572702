import { links } from '#web/platform/links.ts'
import { definePage } from '#web/platform/page.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Stop } from './Stop.tsx'

const load = async () => ({})

const NotFoundPage = () => (
  <Stop
    picture="offside"
    heading="Whoops! Looks like you've gone offside."
    text="The page you're looking for doesn't exist. Return home to keep the ball rolling."
  >
    <Link className={buttonClass({ size: 'lg' })} to={links.home()}>
      Go home
    </Link>
  </Stop>
)

export const page = definePage({ load, title: () => 'Page not found', Component: NotFoundPage })
