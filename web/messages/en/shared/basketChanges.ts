/** What a change of a filled basket answers. Loaded with it. */

/** The exact texts of the specification, section 8. */
export const updated = 'Successfully updated item in the basket.'
export const cleared = 'Successfully cleared order.'
export const benefitRemoved = 'Successfully removed benefit.'
export const packageRemoved = 'Successfully removed package usage.'

// How long the places are held
export const extended = 'We extended your places.'
export const extendedUntil = ({ time }: { time: string }) => `Your places are now held until ${time}.`
