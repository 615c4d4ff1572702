import type { Board } from '#contract/attendance.ts'
import * as messages from '#messages/desk/board.ts'
import { Section } from '#web/ui/Layout.tsx'

/** The places that are let to hirers on a day, where no board shows them. */
export const DayHires = ({ hires }: Pick<Board, 'hires'>) =>
  hires.length === 0 ? null : (
    <Section title={messages.hires}>
      <ul role="list">
        {hires.map(({ startsAt, endsAt, ...hire }) => (
          <li key={hire.id}>
            {messages.hireLine({ ...hire, start: startsAt.format24Hour, end: endsAt.format24Hour })}
          </li>
        ))}
      </ul>
    </Section>
  )
