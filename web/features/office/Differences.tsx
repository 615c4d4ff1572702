import type { FieldDifference, LiftedClosure } from '#contract/office.ts'
import * as messages from '#messages/desk/settings.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useCall, useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Badge, Card, Empty } from '#web/ui/Layout.tsx'
import { fieldOf } from './fieldKinds.ts'
import { FieldValueText } from './FieldValueText.tsx'
import { UploadFiles } from './UploadFiles.tsx'
import styles from './Settings.module.css'

/** What differs from the files, with what to do about it, and the files to download. */
export const Differences = () => {
  const { basePath } = usePageContext()
  const { data: config } = useRead(api.operator.config)
  const { data: differences } = useRead(api.office.differences)
  const { data: lifted } = useRead(api.office.liftedClosures)
  return (
    <>
      <div className={styles['export']}>
        <a
          className={buttonClass({ variant: 'secondary', size: 'lg' })}
          href={`${basePath}/api/office/export`}
          download
        >
          {messages.exportFiles}
        </a>
        <p className={styles['hint']}>{messages.exportHelp}</p>
      </div>
      {differences.length + lifted.length === 0 ? (
        <Empty title={messages.noDifferences}>
          <p>{messages.noDifferencesHelp}</p>
        </Empty>
      ) : (
        <>
          <p className={styles['lead']}>{messages.filesLead}</p>
          <ul role="list" className={styles['differences']} aria-label={messages.differences}>
            {differences.map((difference) => (
              <li key={difference.id}>
                <DifferenceCard difference={difference} currencySymbol={config.currency.symbol} />
              </li>
            ))}
            {lifted.map((closure) => (
              <li key={`closure-${closure.id}`}>
                <LiftedClosureCard closure={closure} />
              </li>
            ))}
          </ul>
        </>
      )}
      <UploadFiles />
    </>
  )
}

/** To close it again staff close the place on Today, where they read what that does. */
const LiftedClosureCard = ({ closure }: { closure: LiftedClosure }) => {
  const { venue, places, from, until, reason, liftedBy, liftedAt } = closure
  return (
    <Card as="article" className={styles['difference']}>
      <h2>{messages.closedInFiles({ places, venue: venue.name })}</h2>
      <p>
        {messages.closedBetween({
          from: new Date(from.utc),
          until: until === null ? null : new Date(until.utc),
          zone: venue.timezone,
        })}
        {reason === '' ? '' : `: ${reason}`}
      </p>
      <p className={styles['origin']}>
        {messages.openedBy({ person: liftedBy, at: new Date(liftedAt), zone: venue.timezone })}
      </p>
    </Card>
  )
}

const DifferenceCard = ({
  difference,
  currencySymbol,
}: {
  difference: FieldDifference
  currencySymbol: string
}) => {
  const {
    id: overrideId,
    subject,
    field: name,
    venue,
    activity,
    value,
    filesValue,
    inFiles,
    hasFilesChanged,
  } = difference
  const { changedBy: person, changedAt, reason } = difference
  const toasts = useToasts()
  const { refetch } = useRead(api.office.differences)
  const { label } = fieldOf(subject, name)
  const of =
    activity === null ? venue.name : messages.ofActivity({ activity: activity.name, venue: venue.name })
  const settle = (saved: string) => ({
    onSuccess: () => {
      toasts.show({ content: saved, colour: 'success', closeAfter: 5000 })
    },
    onFailure: (error: Parameters<typeof toasts.failure>[0]) => {
      toasts.failure(error)
      // Somebody else has decided, or the files have been imported again.
      refetch()
    },
  })
  const take = useCall(api.office.takeFilesValue, settle(messages.taken({ label })))
  const keep = useCall(api.office.keepValue, settle(messages.stayed({ label })))
  const seen = { overrideId, value, filesValue }
  return (
    <Card as="article" className={styles['difference']}>
      <h2>
        <Link
          to={
            activity === null
              ? deskLinks.settings('venues', { venue: venue.slug })
              : deskLinks.settings('activities', { venue: venue.slug, activity: activity.id })
          }
        >
          {messages.field({ label, of })}
        </Link>{' '}
        {hasFilesChanged ? <Badge colour="warning">{messages.filesChanged}</Badge> : null}
      </h2>
      <dl className={styles['values']}>
        <div>
          <dt>{messages.inForce}</dt>
          <dd>
            <FieldValueText {...{ subject, name, value, currencySymbol }} />
          </dd>
        </div>
        <div>
          <dt>{messages.filesSay({ position: inFiles })}</dt>
          <dd>
            <FieldValueText {...{ subject, name, value: filesValue, currencySymbol }} />
          </dd>
        </div>
      </dl>
      <p className={styles['origin']}>
        {messages.changedBy({ person, at: new Date(changedAt), zone: venue.timezone })}{' '}
        {reason === '' ? null : messages.becauseOf({ reason })}
      </p>
      <div className={styles['choices']}>
        <Button
          variant={hasFilesChanged ? 'primary' : 'secondary'}
          busy={take.requesting}
          aria-label={messages.takeFor({ label, of })}
          onClick={() => {
            take.send(seen)
          }}
        >
          {messages.takeFilesValue}
        </Button>
        {hasFilesChanged ? (
          <Button
            variant="secondary"
            busy={keep.requesting}
            aria-label={messages.stayFor({ label, of })}
            onClick={() => {
              keep.send(seen)
            }}
          >
            {messages.stay}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}
