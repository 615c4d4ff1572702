/** Line icons on a 24 px grid in the colour of the text. Decorative: hidden from screen readers. */
const drawings = {
  alert: 'M12 3.2 2.6 19.6h18.8L12 3.2Z M12 9.6v4.6 M12 17v.2',
  arrow: 'M4 12h15 M13 6l6 6-6 6',
  back: 'M20 12H5 M11 6l-6 6 6 6',
  basket:
    'M4.2 9h15.6l-1.5 9.2a2 2 0 0 1-2 1.7H7.7a2 2 0 0 1-2-1.7L4.2 9Z M8.5 9 11 4 M15.5 9 13 4 M9.5 12.8v3.4 M14.5 12.8v3.4',
  calendar:
    'M5 5.5h14a1.5 1.5 0 0 1 1.5 1.5v12A1.5 1.5 0 0 1 19 20.5H5A1.5 1.5 0 0 1 3.5 19V7A1.5 1.5 0 0 1 5 5.5Z M3.5 10h17 M8 3.5v4 M16 3.5v4',
  check: 'M5 12.5l4.6 4.6L19 7.2',
  chevron: 'M9 5.5l6.5 6.5L9 18.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z M12 7.5V12l3.2 2',
  close: 'M6 6l12 12 M18 6L6 18',
  filter: 'M4 6.5h16 M7 12h10 M10 17.5h4',
  home: 'M4 11.2 12 4.5l8 6.7 M6.2 9.8V19.5h11.6V9.8',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z M12 11v5.2 M12 7.6v.2',
  lock: 'M6.5 10.5h11a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-7.5a1 1 0 0 1 1-1Z M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5',
  menu: 'M4 7h16 M4 12h16 M4 17h16',
  minus: 'M5.5 12h13',
  people:
    'M9 11a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 9 11Z M3 19.5c.4-3.4 2.8-5.2 6-5.2s5.6 1.8 6 5.2 M15.5 5a3 3 0 0 1 0 5.8 M17.5 14.6c2 .6 3.2 2.3 3.5 4.9',
  person: 'M12 11.5a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4Z M4.8 20c.5-3.9 3.3-5.9 7.2-5.9s6.7 2 7.2 5.9',
  pin: 'M12 21s6.8-5.6 6.8-11.2a6.8 6.8 0 0 0-13.6 0C5.2 15.4 12 21 12 21Z M12 12.3a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  plus: 'M12 5.5v13 M5.5 12h13',
  search: 'M10.8 4.2a6.6 6.6 0 1 0 0 13.2 6.6 6.6 0 0 0 0-13.2Z M15.6 15.6l4.4 4.4',
  ticket:
    'M4 7h16v3.2a1.9 1.9 0 0 0 0 3.6V17H4v-3.2a1.9 1.9 0 0 0 0-3.6V7Z M14.5 7.5v1.6 M14.5 11.2v1.6 M14.5 14.9v1.6',
  trash: 'M4.5 7h15 M9.5 7V4.5h5V7 M6.5 7l.9 12.5h9.2L17.5 7',
} as const

export type IconName = keyof typeof drawings

export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={drawings[name]} />
  </svg>
)
