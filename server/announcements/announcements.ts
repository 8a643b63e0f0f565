import type { SiteAnnouncement } from '#contract/site.ts'
import { renderLine } from '../help/markdown.ts'
import type { Services } from '../services.ts'
import { listUpcoming } from './announcements.sql.ts'

type Upcoming = Awaited<ReturnType<typeof listUpcoming>>
type Place = 'site' | 'console'

/** What is to be shown at one moment, and the moment (milliseconds) up to which that holds. */
export interface Shown {
  list: (SiteAnnouncement & { endsAt: Date | null })[]
  until: number | undefined
}

/** Pure: of what is known, what a place shows at `now`, and when the next one begins or ends. */
export function shownAt(upcoming: Upcoming, place: Place, now: number): Shown {
  const here = upcoming.filter(each => each.place === place || each.place === 'both')
  const ended = ({ ends_at }: Upcoming[number]) => ends_at !== null && ends_at.getTime() <= now
  const begun = ({ starts_at }: Upcoming[number]) => starts_at.getTime() <= now
  const turns = here
    .flatMap(({ starts_at, ends_at }) => [starts_at.getTime(), ends_at?.getTime() ?? 0])
    .filter(turn => turn > now)
  return {
    list: here
      .filter(each => begun(each) && !ended(each))
      .map(({ id, title, text, level, ends_at }) => ({ id, title, html: renderLine(text), level, endsAt: ends_at })),
    until: turns.length ? Math.min(...turns) : undefined,
  }
}

export interface Announcements {
  at(place: Place): Promise<Shown>
}

/**
 * The announcements as all pages and the console ask for them: read once and kept until the database says that they changed. By
 * the clock they begin and end without being read again.
 */
export function announcements({ system, listener }: Pick<Services, 'system' | 'listener'>): Announcements {
  let kept: Promise<Upcoming> | undefined
  let heard = false
  const drop = () => {
    kept = undefined
  }
  // Before notices arrive nothing is kept.
  void listener.on('site', drop).then(() => {
    drop()
    heard = true
  })
  return {
    async at(place) {
      const reading = kept ?? listUpcoming(system)
      if (heard && !kept) {
        kept = reading
        reading.catch(() => {
          if (kept === reading) drop()
        })
      }
      return shownAt(await reading, place, Date.now())
    },
  }
}
