import type { ModelOccurrence, World } from './placesWorld.ts'

export type Outcome = 'ok' | 'full' | 'held' | 'clash' | 'already_booked' | 'cancelled'

export type Line = {
  occurrence: ModelOccurrence
  basket: number
  places: number
  until: number
  bought: boolean
  gone: boolean
}

/** Who holds what until when, and what follows from it. Minutes are counted from the opening. */
export const createModel = (world: World) => {
  const lines: Line[] = []
  const calledOff = new Set<ModelOccurrence>()
  let now = 0

  const isLive = (line: Line) => !line.gone && (line.bought || line.until > now)
  const live = () => lines.filter(isLive)
  const overlap = (a: ModelOccurrence, b: ModelOccurrence) => a.from < b.to && b.from < a.to
  const personOf = (basket: number) => world.baskets[basket]?.personId ?? null
  const sum = (list: Line[]) => list.reduce((total, line) => total + line.places, 0)

  /** Why a basket cannot have `wanted` places of an occurrence, while `mine` (renewed, grown) does not count. */
  const whyNot = (
    occurrence: ModelOccurrence,
    basket: number,
    wanted: number,
    mine: Line | null,
  ): Outcome => {
    if (calledOff.has(occurrence)) return 'cancelled'
    const others = live().filter((line) => line !== mine)
    const here = others.filter((line) => line.occurrence === occurrence)
    if (sum(here) + wanted > occurrence.capacity) {
      return wanted <= occurrence.capacity - sum(here.filter((line) => line.bought)) ? 'held' : 'full'
    }
    if (occurrence.kind !== 'courts') return 'ok'
    const onFloor = others.filter(
      (line) =>
        line.occurrence.kind === 'courts' &&
        overlap(line.occurrence, occurrence) &&
        line.occurrence.floor.some((space) => occurrence.floor.includes(space)),
    )
    if (onFloor.length === 0) return 'ok'
    if (onFloor.some((line) => line.bought)) return 'full'
    return onFloor.every((line) => line.basket === basket) ? 'clash' : 'held'
  }

  const isElsewhere = (occurrence: ModelOccurrence, basket: number, mine: Line | null) => {
    const person = personOf(basket)
    return (
      person !== null &&
      live().some(
        (line) => line !== mine && personOf(line.basket) === person && overlap(line.occurrence, occurrence),
      )
    )
  }
  const mayOverlap = (occurrence: ModelOccurrence) =>
    occurrence.kind === 'tickets' || occurrence.allowsOverlap

  return {
    isLive,
    live,
    lines,
    sum,
    mayOverlap,
    overlap,
    personOf,
    pass: (minutes: number) => {
      now += minutes
    },
    now: () => now,
    callOff: (occurrence: ModelOccurrence) => calledOff.add(occurrence),
    /** The lines a basket shows: live ones and those that have lapsed. */
    ofBasket: (basket: number) =>
      lines.filter((line) => line.basket === basket && !line.gone && !line.bought),
    take: (
      basket: number,
      wanted: readonly { occurrence: ModelOccurrence; places: number }[],
      until: number,
    ) => {
      const before = lines.length
      for (const [index, { occurrence, places }] of wanted.entries()) {
        if (live().some((line) => line.basket === basket && line.occurrence === occurrence && !line.bought))
          continue
        let outcome: Outcome
        const person = personOf(basket)
        const isBooked = lines.some(
          (line) =>
            line.bought && !line.gone && line.occurrence === occurrence && personOf(line.basket) === person,
        )
        if (!mayOverlap(occurrence) && person !== null && isBooked) outcome = 'already_booked'
        else outcome = whyNot(occurrence, basket, places, null)
        if (outcome === 'ok' && !mayOverlap(occurrence) && isElsewhere(occurrence, basket, null))
          outcome = 'clash'
        if (outcome !== 'ok') {
          lines.length = before
          return { outcome, itemIndex: index }
        }
        lines.push({ occurrence, basket, places, until, bought: false, gone: false })
      }
      // What had lapsed and is held again leaves the parked ones.
      for (const line of lines.slice(0, before)) {
        const again = lines.slice(before).some((one) => one.occurrence === line.occurrence)
        if (again && line.basket === basket && !line.bought && !isLive(line)) line.gone = true
      }
      return { outcome: 'ok' as const, itemIndex: null }
    },
    /** Renews (or buys) all lines or none; answers those that cannot be had. */
    renew: (renewed: readonly Line[], until: number, buy: boolean) => {
      const reserved = renewed.map((line) => ({ line, until: line.until }))
      const lost: { line: Line; outcome: Outcome }[] = []
      const order = [...renewed].sort((a, b) => Number(isLive(b)) - Number(isLive(a)))
      for (const line of order) {
        let outcome: Outcome = calledOff.has(line.occurrence) ? 'cancelled' : 'ok'
        if (outcome === 'ok' && !isLive(line)) {
          if (!mayOverlap(line.occurrence) && isElsewhere(line.occurrence, line.basket, line))
            outcome = 'clash'
          else outcome = whyNot(line.occurrence, line.basket, line.places, line)
        }
        if (outcome === 'ok') line.until = Math.max(line.until, until)
        else lost.push({ line, outcome })
      }
      if (lost.length > 0) for (const { line, until: before } of reserved) line.until = before
      else if (buy) for (const line of renewed) line.bought = true
      return lost
    },
    resize: (line: Line, places: number): Outcome => {
      if (line.occurrence.kind === 'courts') return places === line.places ? 'ok' : 'full'
      if (places > line.places) {
        const outcome = whyNot(line.occurrence, line.basket, places - line.places, null)
        if (outcome !== 'ok') return outcome
      }
      line.places = places
      return 'ok'
    },
  }
}

export type Model = ReturnType<typeof createModel>
