import * as fc from 'fast-check'

export type Step =
  | { do: 'take'; asks: { basket: number; occurrences: number[]; places: number }[]; minutes: number }
  | { do: 'renew' | 'buy'; basket: number; lines: number[]; minutes: number }
  | { do: 'resize'; line: number; places: number }
  | { do: 'let go' | 'call off'; line: number }
  | { do: 'sweep' }
  | { do: 'wait'; minutes: number }

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('take' as const),
      // Who asks in the same moment is answered together.
      asks: fc.array(
        fc.record({
          basket: fc.nat(3),
          occurrences: fc.array(fc.nat(), { minLength: 1, maxLength: 2 }),
          places: fc.integer({ min: 1, max: 3 }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      minutes: fc.integer({ min: 5, max: 20 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('renew' as const, 'buy' as const),
      basket: fc.nat(3),
      lines: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
      minutes: fc.integer({ min: 5, max: 20 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('resize' as const),
      line: fc.nat(),
      places: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('let go' as const), line: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('call off' as const), line: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'sweep' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 12 }) }),
  },
)
