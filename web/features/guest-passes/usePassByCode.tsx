import { useState, type ReactNode } from 'react'
import type { DeskPass } from '#contract/guest-passes.ts'
import * as messages from '#messages/desk/guestPasses.ts'
import { api, type ApiError } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { Notice, type NoticeColour } from '#web/ui/Notice.tsx'
import { AdmitButton, PassValidity } from './AdmitButton.tsx'
import { guestName, passFacts } from './deskPassText.ts'
import styles from './DeskPasses.module.css'

/** Finds the pass of a code at a venue's desk, and shows whether it admits a guest. */
export const usePassByCode = (
  venueSlug: string,
): {
  /** @param onDone after the guest was admitted, or that was undone */
  find: (code: string, onDone: () => void) => void
  reset: () => void
  requesting: boolean
  error: ApiError | null
  result: ReactNode
} => {
  const [changed, setChanged] = useState<DeskPass>()
  const [search, setSearch] = useState<{ code: string; onDone: () => void }>()
  const findPass = useCall(api.guestPasses.byCode)
  const find = (code: string, onDone: () => void): void => {
    setChanged(undefined)
    setSearch({ code, onDone })
    findPass.send({ venue: venueSlug, code })
  }
  const pass = changed ?? findPass.data
  return {
    find,
    reset: () => {
      setChanged(undefined)
      findPass.reset()
    },
    requesting: findPass.requesting,
    error: findPass.error,
    result:
      pass === undefined || search === undefined ? null : (
        <FoundPass
          pass={pass}
          venueSlug={venueSlug}
          isAdmitted={changed?.status === 'used'}
          onChanged={(now) => {
            setChanged(now)
            search.onDone()
          }}
          onRefused={() => {
            find(search.code, search.onDone)
          }}
        />
      ),
  }
}

const FoundPass = ({
  pass,
  venueSlug,
  isAdmitted,
  onChanged,
  onRefused,
}: {
  pass: DeskPass
  venueSlug: string
  /** Just now, at this desk. */
  isAdmitted: boolean
  onChanged: (pass: DeskPass) => void
  onRefused: () => void
}) => {
  const name = guestName(pass)
  const { member } = pass
  return (
    <Notice
      colour={isAdmitted ? 'success' : colourOf(pass)}
      title={isAdmitted ? messages.admitted({ name }) : messages.passOf({ name })}
    >
      <div className={styles['found']}>
        {isAdmitted ? null : <PassValidity pass={pass} />}
        <p className={styles['facts']}>{passFacts(pass)}</p>
        <p>
          <Link to={deskLinks.customer(member.id)}>{messages.guestOf({ name: member.name })}</Link>
        </p>
        <AdmitButton
          pass={pass}
          venueSlug={venueSlug}
          size="lg"
          onChanged={onChanged}
          onRefused={onRefused}
        />
      </div>
    </Notice>
  )
}

const colourOf = ({ refusal }: DeskPass): NoticeColour => {
  if (refusal === null) return 'info'
  return refusal.code === 'already_used' ? 'warning' : 'danger'
}
