/** What concurrent callers ask of the books is answered together, as the shop's own statements are. */
export const demoBatch = (name: string) => ({ name: `demo_${name}`, batchSize: 64, inFlight: 1 })
