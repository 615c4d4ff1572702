/**
 * Our own drawings of activities, on a 64 grid: `soft` is a shape laid beneath in the accent, `line` is drawn over it.
 * The first whose words stand in an activity's slug or name is taken.
 */
export type Drawing = { pattern: RegExp; soft: string; line: string }

export const drawings: readonly Drawing[] = [
  {
    pattern: /table.?tennis|ping.?pong|pickleball/,
    soft: 'M26 10a17 17 0 0 1 17 17c0 6-3 11-8 14l-8 2-13-13C8 20 15 10 26 10Z',
    line: 'M14 30C8 20 15 10 26 10a17 17 0 0 1 17 17c0 6-3 11-8 14 M14 30l13 13 8-2 M14 30c4 3 5 7 3 11l-4 8 4 4 8-4c4-2 8-1 10-8 M50 46a5 5 0 1 0 0 10 5 5 0 0 0 0-10Z',
  },
  {
    pattern: /badminton|shuttle/,
    soft: 'M24 42 13 15c3-4 8-4 10 0 2-4 7-4 9 0 2-4 7-4 9 0 2-4 7-4 10 0L40 42Z',
    line: 'M24 42 13 15c3-4 8-4 10 0 2-4 7-4 9 0 2-4 7-4 9 0 2-4 7-4 10 0L40 42 M29 42 23 15 M35 42l6-27 M18 27h28 M21 35h22 M24 42h16v5a8 8 0 0 1-16 0Z',
  },
  {
    pattern: /swim|pool|aqua|lane|water/,
    soft: 'M6 42c4.5 0 4.5 4 9 4s4.5-4 9-4 4.5 4 9 4 4.5-4 9-4 4.5 4 9 4 4.5-4 7-4v14H6Z',
    line: 'M6 42c4.5 0 4.5 4 9 4s4.5-4 9-4 4.5 4 9 4 4.5-4 9-4 4.5 4 9 4 4.5-4 7-4 M6 53c4.5 0 4.5 4 9 4s4.5-4 9-4 4.5 4 9 4 4.5-4 9-4 4.5 4 9 4 4.5-4 7-4 M14 36l12-9-6-7 11-6 16 20 M50 16a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z',
  },
  {
    pattern: /yoga|pilates|tai.?chi|stretch|mind/,
    soft: 'M8 49c6-6 14-10 24-10s18 4 24 10c-8 6-40 6-48 0Z',
    line: 'M32 8a6 6 0 1 0 0 12 6 6 0 0 0 0-12Z M32 23v16 M32 25c-7 2-11 9-16 18l7-1 M32 25c7 2 11 9 16 18l-7-1 M8 49c6-6 14-10 24-10s18 4 24 10c-8 6-40 6-48 0Z M24 50l16-4',
  },
  {
    pattern: /basketball|netball/,
    soft: 'M32 11a21 21 0 1 0 0 42 21 21 0 0 0 0-42Z',
    line: 'M32 11a21 21 0 1 0 0 42 21 21 0 0 0 0-42Z M11 32h42 M32 11v42 M17.5 17c8 8 8 22 0 30 M46.5 17c-8 8-8 22 0 30',
  },
  {
    pattern: /football|five-?a|soccer|a-side/,
    soft: 'M32 23l9 6.5-3.5 10.5h-11L23 29.5Z',
    line: 'M32 11a21 21 0 1 0 0 42 21 21 0 0 0 0-42Z M32 23l9 6.5-3.5 10.5h-11L23 29.5Z M32 23V11.5 M41 29.5l11-4 M37.5 40l7 9.5 M26.5 40l-7 9.5 M23 29.5l-11-4',
  },
  {
    pattern: /squash|racket|racquet/,
    soft: 'M41 9c8 0 13 6 13 13 0 9-9 15-19 17-3-9-7-30 6-30Z',
    line: 'M41 9c8 0 13 6 13 13 0 9-9 15-19 17C32 30 28 9 41 9Z M35 39 22 52l-5-1 0-5 13-13 M36 14l16 14 M45 10 33 28 M53 18 36 35 M14 14a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z',
  },
  {
    pattern: /tennis|padel/,
    soft: 'M38 8a16 16 0 1 1 0 32 16 16 0 0 1 0-32Z',
    line: 'M38 8a16 16 0 1 1 0 32 16 16 0 0 1 0-32Z M26.5 35.5 11 51l3 3 16-15.5 M27 13l23 23 M23 22l17 17.5 M49 12 27 34 M53 20 36 38 M50 46a5 5 0 1 0 0 10 5 5 0 0 0 0-10Z',
  },
  {
    pattern: /spin|cycl|bike/,
    soft: 'M18 34a11 11 0 1 0 0 22 11 11 0 0 0 0-22Z',
    line: 'M18 34a11 11 0 1 0 0 22 11 11 0 0 0 0-22Z M18 42a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z M18 45l10-21 M25 30l19 4 M44 34l-7 22 M44 34l-4-16h-6 M28 24l-3-8h-6 M25 16h8 M33 14h14 M26 56h26',
  },
  {
    pattern: /climb|boulder|wall/,
    soft: 'M6 54 24 18l9 14 7-9 18 31Z',
    line: 'M6 54 24 18l9 14 7-9 18 31Z M24 18V7l11 4-11 4 M18 30l5 4 3-3 4 4 M34 41l4 3 3-3 3 3',
  },
  {
    pattern: /danc|zumba|ballet|aerobic/,
    soft: 'M22 42a7 6 0 1 0 0 12 7 6 0 0 0 0-12Z M46 36a7 6 0 1 0 0 12 7 6 0 0 0 0-12Z',
    line: 'M29 48V16l24-6v32 M29 26l24-6 M22 42a7 6 0 1 0 0 12 7 6 0 0 0 0-12Z M46 36a7 6 0 1 0 0 12 7 6 0 0 0 0-12Z M9 14c4-3 6 3 10 0 M8 26c4-3 6 3 10 0',
  },
  {
    pattern: /trampoline|bounce|gymnast/,
    soft: 'M8 40c6 8 42 8 48 0-6-5-42-5-48 0Z',
    line: 'M8 40c6 8 42 8 48 0-6-5-42-5-48 0Z M10 42l-3 14 M54 42l3 14 M22 46l-2 11 M42 46l2 11 M32 6a5 5 0 1 0 0 10 5 5 0 0 0 0-10Z M32 19v9l-7 6 M32 28l7 6 M20 17l12 4 12-4',
  },
  {
    pattern: /junior|child|kids?|famil|toddler|tots|tumbl|play|holiday/,
    soft: 'M31 7 48 23 33 44 14 27Z',
    line: 'M31 7 48 23 33 44 14 27Z M31 7l2 37 M14 27l34-4 M33 44c2 6-4 6-3 10s6 4 10 2 4-5 9-3 M26 52l8 4 M44 50l1 7',
  },
  {
    pattern: /sauna|steam|spa|health.?suite/,
    soft: 'M8 46h48v7H8Z',
    line: 'M8 46h48v7H8Z M14 53v6 M50 53v6 M18 38c-5-6 4-9 0-15s4-9 0-14 M32 38c-5-6 4-9 0-15s4-9 0-14 M46 38c-5-6 4-9 0-15s4-9 0-14',
  },
  {
    pattern: /skat/,
    soft: 'M19 8h15v17l14 5c5 2 7 5 7 10H13V28c0-4 6-4 6-9Z',
    line: 'M19 8h15v17l14 5c5 2 7 5 7 10H13V28c0-4 6-4 6-9Z M34 14h-7 M34 20h-7 M11 45h46 M19 48a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z M34 48a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z M49 48a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z',
  },
  {
    pattern: /walk|hik|\brun/,
    soft: 'M11 45h44v8H11Z',
    line: 'M19 10h15v18l14 6c5 2 7 6 7 11v8H11V35c0-5 8-5 8-11Z M11 45h44 M34 17h-8 M34 23h-8 M22 53v4 M33 53v4 M44 53v4',
  },
  {
    pattern: /exercise|multi.?sport|class/,
    soft: 'M12 55a20 4 0 1 0 40 0a20 4 0 1 0-40 0Z',
    line: 'M32 6a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z M32 21v16 M32 26 17 14 M32 26l15-12 M32 37 21 54 M32 37l11 17 M9 22l5 2 M55 22l-5 2 M11 34h6 M53 34h-6',
  },
  {
    pattern: /gym|fit|weight|strength|circuit|hiit|box/,
    soft: 'M14 20h8v24h-8Z M42 20h8v24h-8Z',
    line: 'M14 20h8v24h-8Z M42 20h8v24h-8Z M22 32h20 M14 26H8v12h6 M50 26h6v12h-6 M8 32H4 M56 32h4',
  },
]

/** A whistle, for what neither we nor the operator have drawn. */
export const fallback: Drawing = {
  pattern: /./,
  soft: 'M23 26a14 14 0 1 0 14 14v-4h19V26Z',
  line: 'M23 26a14 14 0 1 0 14 14v-4h19V26Z M23 35a5 5 0 1 0 0 10 5 5 0 0 0 0-10Z M40 26v10 M30 17l-3-7 M39 17l2-7 M20 19l-6-5',
}
