import { displayMiles } from '#contract/distance.ts'

/** "1.0 mile", "6.2 miles": as the specification writes distances. */
export const miles = ({ count }: { count: number }): string => {
  const miles = displayMiles(count)
  return miles === '1.0' ? '1.0 mile' : `${miles} miles`
}

// The list
export const listOrMap = 'Show as list or map'
/** The name of the list for screen readers. */
export const venues = 'Venues'
export const list = 'List'
export const map = 'Map'
export const yourVenue = 'Your venue'
export const closed = 'Temporarily closed'
export const maintenance = 'Closed for maintenance'

// The map
export const mapLabel = 'Map of venues'
export const mapTools = 'Move the map'
export const zoomIn = 'Zoom in'
export const zoomOut = 'Zoom out'
export const moveLeft = 'Move left'
export const moveUp = 'Move up'
export const moveDown = 'Move down'
export const moveRight = 'Move right'
export const showAll = 'Show all'
export const showArea = 'Show whole area'
export const mapKeys = 'Map. Use the arrow keys to move it.'
export const mapLoading = 'Loading map…'
export const mapFailed = "The map couldn't load. All venues are in the list."
export const pin = ({
  number,
  venue,
  distance,
}: {
  number: number
  venue: string
  distance: string | undefined
}): string => (distance === undefined ? `${number}. ${venue}` : `${number}. ${venue}, ${distance}`)
export const choose = 'Choose this venue'
export const chooseVenue = ({ venue }: { venue: string }): string => `Choose this venue: ${venue}`
export const close = 'Close'
