import activityList from '#contract/concepts/activityList.json' with { type: 'json' }
import facilityTypes from '#contract/concepts/facilityTypes.json' with { type: 'json' }

/*
 * The standard's lists of activities and of facility types, by the ids in them: openactive/activity-list and
 * openactive/facility-types of 13 May 2025, CC BY 4.0.
 */

const lists = {
  activity: { scheme: 'https://openactive.io/activity-list', labels: new Map(Object.entries(activityList)) },
  facilityType: {
    scheme: 'https://openactive.io/facility-types',
    labels: new Map(Object.entries(facilityTypes)),
  },
} as const

/** What an activity and the headings it stands under say they are, the nearest first. */
export type Line = { name: string; conceptIds: string[] }[]

/**
 * The concepts of a list that an activity is of, named as the list names them. One that the list does not have,
 * because it is newer, takes the name of the topmost heading that says it.
 */
export const conceptsOf = (line: Line, list: keyof typeof lists) => {
  const { scheme, labels } = lists[list]
  const ids = line.find(({ conceptIds }) => conceptIds.length > 0)?.conceptIds ?? []
  const same = ids.join()
  const heading = line.findLast(({ conceptIds }) => conceptIds.join() === same)?.name ?? ''
  return ids
    .filter((id) => id.startsWith(`${scheme}#`))
    .map((id) => ({
      '@type': 'Concept' as const,
      '@id': id,
      prefLabel: labels.get(id.slice(scheme.length + 1)) ?? heading,
      inScheme: scheme,
    }))
}

/** The lists as the standard publishes them. */
export const conceptSchemes = () =>
  Object.values(lists).map(({ scheme, labels }) => ({
    id: scheme,
    type: 'ConceptScheme',
    concept: [...labels].map(([id, prefLabel]) => ({ id: `${scheme}#${id}`, type: 'Concept', prefLabel })),
  }))
