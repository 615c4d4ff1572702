import { useState } from 'react'
import type { BookableId } from '#contract/shapes.ts'
import { api } from '#web/platform/api.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { goingOf, type Choice, type Going } from './going.ts'

export type GoingState = {
  /** Undefined until it has loaded. */
  going: readonly Going[] | undefined
  hasFailed: boolean
  retry: () => void
  choose: (personId: number, choice: Choice) => void
  /** After adding: no one is chosen by hand any more. */
  reset: () => void
}

/** Who of the household goes to an occurrence. `isSingle`: one person alone, as for a court. */
export const useGoing = (id: BookableId | undefined, isSingle: boolean, when: boolean): GoingState => {
  const [choices, setChoices] = useState<Readonly<Record<number, Choice>>>({})
  const { data, error, refetch } = useDeferredRead(
    api.timetable.household,
    { id: id ?? 0 },
    { when: when && id !== undefined },
  )
  const going = data === undefined ? undefined : goingOf(data, choices, isSingle)
  return {
    going,
    hasFailed: data === undefined && error !== null,
    retry: refetch,
    choose: (personId, choice) => {
      const others =
        isSingle && choice.isGoing === true
          ? Object.fromEntries(
              (data ?? []).map((person) => [person.id, { ...choices[person.id], isGoing: false }]),
            )
          : choices
      setChoices({ ...others, [personId]: { ...choices[personId], ...choice } })
    },
    reset: () => {
      setChoices(Object.fromEntries((data ?? []).map(({ id: personId }) => [personId, { isGoing: false }])))
    },
  }
}
