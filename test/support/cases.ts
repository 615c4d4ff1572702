/**
 * With how many generated cases a property is tried: with all of them in `npm run test:all`, with a third in the gate,
 * which draws others each time.
 */
export const caseCount = (all: number): number =>
  process.env['TEST_ALL'] === undefined ? Math.ceil(all / 3) : all
