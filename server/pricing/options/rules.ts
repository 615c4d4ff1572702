/* The prices of an occurrence that a person may choose from. */

/** A pricing option as pricing reads it. `price` is pence. */
export type OptionOnOffer = {
  id: number
  name: string
  price: number
  band: string
  ticketTypeId: number | null
  concession: boolean
  /** Who may take it: the type of document they need, and their age on the day. */
  proof: string | null
  ageMin: number | null
  ageMax: number | null
}

/**
 * The options of an occurrence's price band, the default first. A band without options of its own uses those without
 * a band.
 * @param ticketTypeId null for occurrences without ticket types
 */
export const optionsFor = <O extends Pick<OptionOnOffer, 'band' | 'ticketTypeId'>>(
  options: readonly O[],
  band: string,
  ticketTypeId: number | null,
): O[] => {
  const ofTicket = options.filter((option) => option.ticketTypeId === ticketTypeId)
  const ofBand = ofTicket.filter((option) => option.band === band)
  return ofBand.length > 0 ? ofBand : ofTicket.filter((option) => option.band === '')
}

/** Whether a price is unrestricted. */
export const isUnrestricted = ({
  proof,
  ageMin,
  ageMax,
}: Pick<OptionOnOffer, 'proof' | 'ageMin' | 'ageMax'>): boolean =>
  proof === null && ageMin === null && ageMax === null
